export const en = {
  'rules.title': 'Rules',
  'rules.lead': 'Five ways to play, each by its own rulebook. Choose one to learn it with examples.',
  'rules.all': 'All rules',
  'rules.print': 'Print',
  'rules.contents': 'On this page',
  'rules.unknown': 'There is no rulebook of this name here.',
  'rules.source':
    'In words of our own, made from the parameters of the rulebook. Each sentence leads to the article it comes from; D marks what the rulebook leaves open and was decided here.',
  'rules.decided': 'decided here',
  'rules.decidedLead':
    'Where the rulebook is silent or can be read in more than one way: what was decided here, and why.',
  'rules.yes': 'Valid',
  'rules.no': 'Not valid',
  'rules.and': 'and',
  'rules.plus': 'plus',
  'rules.becomes': 'becomes',
  'rules.points': '{n} points',
  'rules.section.minute': 'The game in one minute',
  'rules.section.idea': 'The table and the match',
  'rules.section.cards': 'The cards',
  'rules.section.melds': 'What you can lay',
  'rules.section.wild': 'The wild card in a meld',
  'rules.section.canastas': 'Canastas',
  'rules.section.turn': 'Drawing and the pile',
  'rules.section.morto': 'The morto',
  'rules.section.out': 'Going out and the end of a deal',
  'rules.section.opening': 'Vulnerable: opening with a minimum',
  'rules.section.points': 'The points',
  'rules.section.table': 'All parameters',
  'rules.section.common': 'What is the same in all',
  'rules.section.decided': 'What was decided',

  'rules.players.2': 'Two play, each for themselves.',
  'rules.players.4': 'Four play, in two pairs. Partners sit opposite each other and share the melds they lay.',
  'rules.deal':
    'Everybody gets 11 cards. Another 22 make up the two mortos, which stay face down; the remaining {stock} are the stock.',
  'rules.direction.clockwise': 'Play goes to the left, clockwise.',
  'rules.direction.counter_clockwise': 'Play goes to the right, counter-clockwise.',
  'rules.opener.next': 'The player after the dealer begins.',
  'rules.opener.dealer': 'The dealer begins.',
  'rules.final': 'A play stands: none is taken back, unless the table agrees on it.',
  'rules.direction.alternate': 'The two take turns.',
  'rules.turn': 'On your turn: draw from the stock or take the pile, lay what you like, discard one card.',
  'rules.target':
    'A match goes to {target} points. When a deal is over and somebody has got there, the higher total wins; if they are equal, another deal is played.',
  'rules.target.none': 'A match is one deal. Whoever has more points wins; equal points are a draw.',

  'rules.pack': 'Two packs without jokers: 104 cards, each of them twice.',
  'rules.wilds': 'Every 2 is wild: it can stand in for another card. A meld takes only one.',
  'rules.two.A': 'The 2 of the same suit, between ace and 3, is an ordinary card and does not count as wild.',
  'rules.two.2': 'The 2 of the same suit, just before the 3, is an ordinary card and does not count as wild.',
  'rules.two.4': 'A 2 is never an ordinary card: sequences begin at the 4.',
  'rules.redThree': 'A red 3 goes face up beside your melds at once, and you get another card for it.',
  'rules.blackThree': 'A black 3 goes into no meld: it can only be discarded.',
  'rules.noThree': 'No 3 goes into a meld: it can only be discarded.',

  'rules.sequence': 'A meld has three cards or more. A sequence: consecutive cards of one suit.',
  'rules.range.A':
    'The ace goes before the 2, after the king, or at both ends. A sequence doesn’t go round the corner.',
  'rules.range.2': 'The ace goes after the king only; the lowest card is the 2.',
  'rules.range.4': 'The ace goes after the king only; the lowest card is the 4.',
  'rules.groups': 'A group: cards of one rank in any suits. Only {ranks}, and nine cards at most.',
  'rules.groups.none': 'Groups are not valid: cards of one rank make no meld.',
  'rules.layOff.2':
    'Later you lay more cards off on your own melds; never on your opponent’s. A meld on the table is neither taken apart nor joined to another.',
  'rules.layOff.4':
    'Later you lay more cards off on your side’s melds, your own or your partner’s; never on the opponents’. A meld on the table is neither taken apart nor joined to another.',

  'rules.wild.displaced':
    'The wild stays where it was laid. When the card it stands for comes, that card takes the place and you choose to which end the wild goes. With no room at either end the card can’t be laid.',
  'rules.wild.locked':
    'A wild on the table never moves again: the card it stands for can’t come there any more. The meld only grows at its ends.',
  'rules.wild.lockedTwo': 'A 2 of the suit can still take its own place, as an ordinary card.',
  'rules.wild.free': 'The wild moves inside the meld: with each new card it goes where it is needed.',
  'rules.wild.notLaidOff':
    'No 2 is laid off as a wild on a meld that already lies on the table; it comes to the table with a new meld only.',
  'rules.goesHome.before_nine':
    'A wild that is the 2 of the same suit can go to its own place before the 3 and become an ordinary card: the meld is clean then. Only as long as no 9, 10, J, Q or K lies in the sequence; with one of them it stays dirty for good.',
  'rules.goesHome.with_the_seventh':
    'A wild that is the 2 of the same suit can go to its own place before the 3 and become an ordinary card: the meld is clean then. Only until the seventh card, which may still take it there; after that it stays dirty for good.',

  'rules.canasta': 'With seven cards or more a sequence is a canasta.',
  'rules.canasta.groups': 'With seven cards or more a meld is a canasta: a sequence or a group.',
  'rules.canasta.free': 'As the wild moves, a canasta can turn from clean to dirty, and from dirty to clean.',
  'rules.clean': 'Clean, without a wild: {n} points.',
  'rules.dirty': 'Dirty, with a wild: {n} points.',
  'rules.thirteen':
    'Royal of thirteen, with every rank of its suit and no wild: {n} points, instead of those of a clean one.',
  'rules.royal': 'Royal, from ace to ace without a wild: {n} points, instead of those of a clean one.',

  'rules.draw': 'Begin by drawing: the top card of the stock, or the pile.',
  'rules.refuse':
    'Whoever opens the deal may put the first card drawn on the pile and draw another. The second one stays.',
  'rules.purchase.free': 'The pile is taken whole, and there is no going back.',
  'rules.purchase.two_naturals':
    'To take the pile, its top card has to make a new meld at once with two natural cards of your hand: no wild of the hand serves, nor laying it off on the table. Only then does the rest come into your hand.',
  'rules.purchase.justified':
    'To take the pile you have to use its top card at once: in a new meld with cards of your hand, or by itself on a meld of your side. Only then does the rest come into your hand.',
  'rules.shown.all': 'The pile lies open: everybody sees all of its cards.',
  'rules.shown.top': 'Of the pile only the top card is seen.',
  'rules.twoBlocks': 'A 2 on top locks the pile: the next player can’t take it.',
  'rules.topTwo':
    'With a 2 on top, the pile is taken only for a new meld: that 2 as its wild, with two or more cards of your hand.',
  'rules.blocks': 'A black 3 on top locks the pile for the next player.',
  'rules.oneCard.not_a_pile_of_one': 'With one card in your hand you may not take a pile of one card.',
  'rules.oneCard.never': 'With one card in your hand you may not take the pile.',
  'rules.singleStays.until_laid':
    'The only card of a pile can’t be discarded in the turn in which you took it, nor can its twin, until you have laid one of the two.',
  'rules.singleStays.both_copies':
    'The only card of a pile can’t be discarded in the turn in which you took it, nor can its twin, even if you lay one of the two.',

  'rules.morto': 'Whoever runs out of cards takes a morto: 11 more cards to go on with.',
  'rules.morto.2': 'Each player takes one at most, while there are any.',
  'rules.morto.4': 'Each pair takes one at most, while there are any.',
  'rules.morto.ways':
    'If you laid your last card, you play on with the morto, without drawing. If you discarded it, the morto waits face down until your next turn.',
  'rules.morto.needs.none': 'No canasta is needed to take the morto.',
  'rules.morto.needs.any':
    'Only a side that has a canasta, clean or dirty, takes the morto. Until then you may not run out of cards.',
  'rules.morto.needs.clean':
    'Only a side that has a clean canasta takes the morto. Until then you may not run out of cards.',
  'rules.morto.unplayed.cards':
    'If the deal ends before your next turn, the cards of the morto count as cards left in your hand.',
  'rules.morto.unplayed.charge_and_cards':
    'If the others go out before your next turn, the morto costs 100 points, and its cards count as cards left in your hand besides.',
  'rules.morto.unplayed.charge':
    'If the others go out before your next turn, the morto costs 100 points and its cards don’t count.',
  'rules.morto.stock': 'When the stock runs out, a morto that nobody took becomes the stock.',
  'rules.morto.noStock': 'A morto never becomes the stock.',

  'rules.out':
    'You go out when you run out of cards, by laying or discarding the last one, and have no morto to take. The deal ends there.',
  'rules.out.needs.none': 'No canasta is needed to go out.',
  'rules.out.needs.any': 'To go out your side needs a canasta, clean or dirty.',
  'rules.out.needs.clean': 'To go out your side needs a clean canasta. A dirty one is not enough.',
  'rules.out.morto.always': 'And your side must have taken its morto, always.',
  'rules.out.morto.unless_none_left': 'And your side must have taken its morto, unless none is left.',
  'rules.out.morto.2': 'You need not have taken a morto: it is enough that there is none for you.',
  'rules.out.stuck': 'As long as something is missing you have to keep a card: you may not run out of them.',
  'rules.exhausted.pile_may_be_taken_once':
    'With stock and mortos gone, the next player alone may take the pile, once; the deal ends after that turn, or at once if they pass.',
  'rules.exhausted.deal_ends': 'The deal also ends when the stock runs out and no morto replaces it.',
  'rules.exhausted.pile_may_be_taken':
    'With stock and mortos gone, the next player may take the pile after each discard and play on; whoever passes ends the deal.',
  'rules.stalemate': 'And after 24 turns in a row without a card drawn from the stock or laid.',

  'rules.opening':
    'Whoever begins a deal with 1,500 points or more is vulnerable: the first melds must be worth at least {n} points in cards.',
  'rules.opening.how':
    'All in one turn and by one player. The bonus of a canasta doesn’t count; once it has opened, the side is free for the rest of the deal.',
  'rules.opening.failed':
    'Not enough? The cards go back to the hand, nothing more is laid in this turn and the minimum rises: {steps}.',
  'rules.opening.again': 'Not enough? The cards go back to the hand and nothing more is laid in this turn.',

  'rules.laid': 'At the end of a deal the cards laid count their values, and canastas their bonus.',
  'rules.left.when_gone_out':
    'If somebody went out, cards left in hands are deducted at their values, from both sides. If the stock ran out, nobody pays.',
  'rules.left.nobody': 'Cards left in hands are not deducted.',
  'rules.left.both_sides': 'Cards left in hands are deducted at their values, from both sides.',
  'rules.left.opponent_of_going_out':
    'If somebody went out, the cards in the opponent’s hand are deducted. If the stock ran out, nobody pays.',
  'rules.bonus': 'Going out is worth 100 points.',
  'rules.morto.taken': 'Having taken the morto is worth {n} points.',
  'rules.morto.missed': 'Not having taken the morto costs {n} points.',
  'rules.redUnexchanged.plain': 'If the stock runs out before the exchange, red 3s of a morto are ordinary cards.',
  'rules.redUnexchanged.charged':
    'If the stock runs out before the turn to exchange them, red 3s of a morto cost {n} each.',
  'rules.redKept': 'With one red 3 left in a hand, all red 3s laid open by that side cost points too.',
  'rules.red':
    'Each red 3 laid open is worth {n} points if your side has a canasta, and costs {n} if it has none. One left in a hand costs {n}.',
  'rules.black': 'Each black 3 left in a hand costs {n} points, in place of its value.',
  'rules.values': 'Values of the cards',
  'rules.value.all': 'every card',
  'rules.value.ace': 'ace',
  'rules.value.two': '2',
  'rules.value.low': '3 to 7',
  'rules.value.high': '8 to king',

  'rules.ex.sequence': 'Consecutive, of one suit',
  'rules.ex.suits': 'Two suits mixed',
  'rules.ex.highAce': 'The ace after the king',
  'rules.ex.lowAce': 'The ace before the 2',
  'rules.ex.noLowAce': 'Here the ace doesn’t come before the 2',
  'rules.ex.belowFour': 'A 3 goes into no sequence',
  'rules.ex.group': 'A group of {rank}',
  'rules.ex.otherGroup': 'A group of {rank} is not valid here',
  'rules.ex.twins': 'Cards of one rank make no meld',
  'rules.ex.wild': 'The 2 in place of the 5',
  'rules.ex.twoWilds': 'Two wilds in one meld',
  'rules.ex.natural': 'The 2 in its own place: no wild',
  'rules.ex.naturalAndWild': 'A 2 in its own place, and another one as a wild',
  'rules.ex.displacedLow': 'The 6 comes: the wild goes to the low end',
  'rules.ex.displacedHigh': 'Or to the high end',
  'rules.ex.home': 'The 2 of hearts goes to its own place: clean',
  'rules.ex.homeNine': 'With the 9 it comes too late: the 2 stays a wild, and the meld dirty',
  'rules.ex.homeSeventh': 'The 3 as the seventh card takes the 2 home with it: clean',
  'rules.ex.lockedNo': 'The 7 can’t come any more: the place is the wild’s',
  'rules.ex.lockedEnd': 'At the end it can',
  'rules.ex.freeGap': 'The 4 comes: the wild goes below and becomes the 5',
  'rules.ex.freeOut': 'The 6 comes: the wild goes to the end',
  'rules.ex.clean': 'A clean canasta',
  'rules.ex.dirty': 'A dirty canasta',
  'rules.ex.thirteen': 'A royal canasta of thirteen',
  'rules.ex.royal': 'A royal canasta',
  'rules.ex.cleanGroup': 'A group grown to a canasta',
  'rules.ex.cleanServes': 'With a clean one you may go out',
  'rules.ex.dirtyServes': 'With a dirty one, too',
  'rules.ex.dirtyFails': 'With only a dirty one you may not',
  'rules.ex.wilds': 'The wild cards',
  'rules.ex.redThrees': 'Laid open, and another card comes',
  'rules.ex.blackThrees': 'Can only be discarded',
  'rules.ex.threes': 'Go into no meld',
  'rules.ex.justified': 'The 8 of the pile with 6 and 7 of the hand',
  'rules.ex.naturalsNo': 'With a wild of the hand, the pile stays',
  'rules.ex.justifiedNo': 'Without a use at once, the pile stays',
  'rules.ex.topTwo': 'The 2 of the pile with 8 and 9 of the hand',
  'rules.ex.blocked': 'With this one on top the pile can’t be taken',
  'rules.ex.hand': 'from the hand',
  'rules.ex.pile': 'from the pile',

  'minute.table.4': 'Four play, two against two; partners sit opposite. The match goes to {target} points.',
  'minute.table.4.once': 'Four play, two against two; partners sit opposite. The match is a single deal.',
  'minute.table.2': 'Two play, one against the other. The match goes to {target} points.',
  'minute.table.2.once': 'Two play, one against the other. The match is a single deal.',
  'minute.turn': 'On your turn: draw from the stock or take the pile, lay what you like, discard one card.',
  'minute.melds': 'Lay sequences: three cards or more in a row, of one suit. The 2 is wild.',
  'minute.melds.groups': 'Lay sequences of one suit, of three cards or more, and groups of {ranks}. The 2 is wild.',
  'minute.canasta': 'Seven cards make a canasta: clean {clean} points; dirty, with a wild card, {dirty}.',
  'minute.canasta.both':
    'Seven cards make a canasta: clean {clean} points; dirty, with a wild card, {dirty}; thirteen of the suit without a wild, {thirteen}; from ace to ace, {royal}.',
  'minute.canasta.thirteen':
    'Seven cards make a canasta: clean {clean} points; dirty, with a wild card, {dirty}; thirteen of the suit without a wild, {thirteen}.',
  'minute.canasta.royal':
    'Seven cards make a canasta: clean {clean} points; dirty, with a wild card, {dirty}; royal, from ace to ace, {royal}.',
  'minute.redThrees':
    'A red 3 goes to the table and another card comes: {n} points for a side with a canasta, minus {n} for one without.',
  'minute.opening': 'A side with 1,500 points or more opens only with {n} points in cards, all in one turn.',
  'minute.pile.free': 'The pile is taken whole, instead of drawing.',
  'minute.pile.justified': 'The pile is taken whole, but only to use its top card at once.',
  'minute.pile.naturals':
    'The pile is taken whole, but only with two cards of your hand, no wilds, that make a new meld with its top card.',
  'minute.pile.locked': 'The pile is taken whole. A black 3 on top locks it for the next player.',
  'minute.morto.none': 'Out of cards? Take a morto: 11 more.',
  'minute.morto.any': 'Out of cards? With a canasta, take a morto: 11 more.',
  'minute.morto.clean': 'Out of cards? With a clean canasta, take a morto: 11 more.',
  'minute.out.none':
    'Out again, and no morto is left for you: you go out. That is 100 points, and the deal ends. No canasta is needed.',
  'minute.out.any': 'Out again? With a canasta you go out: 100 points, and the deal ends.',
  'minute.out.any.always': 'Out again? With a canasta and your morto taken you go out: 100 points, and the deal ends.',
  'minute.out.clean': 'Out again? With a clean canasta you go out: 100 points, and the deal ends.',
  'minute.out.clean.always':
    'Out again? With a clean canasta and your morto taken you go out: 100 points, and the deal ends.',
  'minute.you': 'you',
  'minute.partner': 'partner',
  'minute.stock': 'stock',
  'minute.meld': 'lay',
  'minute.learn': 'Learn by playing, in 2 minutes',
  'minute.discard': 'pile',
  'minute.locked': 'locked',
  'minute.mortos': 'mortos',

  'rules.compare': 'The rulebooks side by side',
  'rules.parameter': 'What',
  'rules.value': 'How it is',
  'rules.where': 'Where it says so',
  'rules.trait.players': '{n} players',
  'rules.trait.sequences': 'sequences only',
  'rules.trait.groups': 'groups of {ranks}',
  'rules.trait.out.none': 'no canasta to go out',
  'rules.trait.out.any': 'any canasta to go out',
  'rules.trait.out.clean': 'a clean canasta to go out',
  'rules.trait.pile.free': 'free pile',
  'rules.trait.pile.two_naturals': 'pile only with two naturals of the hand',
  'rules.trait.pile.justified': 'pile only by using its top card',
  'rules.trait.target': '{n} points',
  'rules.trait.oneDeal': 'one deal',
  'rules.trait.opening': 'minimum to open',
} as const;
