/**
 * The state of the player's hand: its order, the chosen cards, the offers for them, the sent action.
 *
 * `follow` takes in the table's state; the rest is derived from it and from the player's input.
 */
import type { Fault, Previewed, State } from '../../../net/types';
import { Premove } from './premove.svelte';
import { Answers, type Later } from './answers';
import { needsConfirmation, type Confirmation } from './confirmation';
import { HintRequest } from './hint.svelte';
import { cardsOf } from '../../../board/moves';
import type { Port } from './port';
import { EMPTY, received, type HandHistory } from './handChanges';
import { discardOf, offerFor, offersFor, onlyDiscards, type Offer, type Offers, type LegalPlay } from './offers';
import { movedCard, sortedHand, type HandCard, type Order } from './handOrder';

/** The sheet above the bar: ways to choose from, all legal moves, a hint, the order of the hand, the keys. */
export type Sheet = 'ways' | 'moves' | 'hint' | 'more' | 'keys';

/** Milliseconds after a tap in which a second tap doesn't answer the question that the first one raised. */
export const TREMBLE = 200;
/**
 * Milliseconds after a discard in which Enter does nothing: it may still belong to the discard, and the next turn may
 * have begun.
 */
export const SETTLES = 500;

const NONE: LegalPlay = { phase: 'over', due: null, hand: '', legal: [] };

/** The settings that the controller reads, and its timer. */
export interface ControllerOptions {
  /** Returns true if actions need a confirmation; `sure` for gestures that don't happen by accident. */
  confirm: (sure: boolean) => Confirmation;
  later?: Later;
  /**
   * `departs` receives the cards that leave the hand before they do; `answered` is called after the server's answer.
   */
  departs?: (offer: Offer, keys: readonly string[]) => void;
  answered?: () => void;
}

export class HandController {
  private holding: HandHistory = $state.raw(EMPTY);
  order: Order = $state('suit');
  /** Keys of the chosen cards. */
  chosen: ReadonlySet<string> = $state.raw(new Set());
  /** Keys of cards that are flying to the table. */
  leaving: readonly string[] = $state.raw([]);
  /** The action that waits for the server's answer. */
  sent: Offer | null = $state.raw(null);
  readonly premove = new Premove();
  readonly hint = new HintRequest();
  /** The action that waits for a second tap. `ripe` is true once a tap counts: the first tap may tremble. */
  asking: Offer | null = $state.raw(null);
  ripe = $state(false);
  /** True shortly after a discard. */
  settling = $state(false);
  sheet: Sheet | null = $state(null);
  /** The offers among which the player has to choose. */
  ways: readonly Offer[] = $state.raw([]);
  /** Why the last action was refused; null after the next input. */
  refused: Fault | null = $state.raw(null);
  /** Counts the answers, so that derived values are computed again. */
  private news = $state(0);
  private readonly answers: Answers;
  private waiting: (() => void) | null = null;
  private seenStep = -1;
  private seenPhase = '';

  constructor(
    readonly port: Port,
    private readonly options: ControllerOptions,
  ) {
    const ask = async (cards: string): Promise<Previewed | null> => {
      const answer = await this.port.preview(cards);
      return answer?.type === 'previewed' ? answer : null;
    };
    this.answers = new Answers(ask, () => this.told(), options.later);
  }

  /** Your hand and its legal moves; empty between deals. */
  get own(): LegalPlay {
    return this.port.state?.play ?? NONE;
  }

  get myTurn(): boolean {
    return this.port.myTurn;
  }

  /** The hand as shown: in its order, without flying cards. */
  get hand(): readonly HandCard[] {
    return sortedHand(this.holding.hand, this.order).filter(({ key }) => !this.leaving.includes(key));
  }

  get fresh(): ReadonlySet<string> {
    return this.holding.fresh;
  }

  get chosenCards(): readonly string[] {
    return this.hand.filter(({ key }) => this.chosen.has(key)).map(({ card }) => card);
  }

  /** The offers for the chosen cards. */
  get offers(): Offers {
    return offersFor(this.myTurn && !this.port.acting ? this.own : NONE, this.chosenCards, this.answer);
  }

  /** The server's answer about the chosen cards; null until it has arrived. */
  get answer(): Previewed | null {
    void this.news;
    return this.answers.get(this.port.state?.step ?? -1, this.chosenCards) ?? null;
  }

  /** Takes in a new state of the table. */
  follow(state: State): void {
    const { play } = state;
    const told = { deal: play ? state.deal : 0, turn: play?.turn ?? 0, cards: cardsOf(play?.hand) };
    const { deal } = this.holding;
    this.holding = received(this.holding, told, this.leaving);
    if (told.deal !== deal) this.chosen = new Set();
    const keys = new Set(this.holding.hand.map(({ key }) => key));
    this.chosen = new Set([...this.chosen].filter((key) => keys.has(key)));
    if (this.premove.key !== null && !keys.has(this.premove.key)) this.premove.choose(null);
    if (state.step !== this.seenStep) this.stepped();
    if (play?.phase === 'justify' && this.seenPhase !== 'justify' && this.myTurn) this.chooseDue(play.due);
    this.seenPhase = this.myTurn ? (play?.phase ?? '') : '';
    this.look();
    this.goAhead();
  }

  /** Adds a card to the chosen cards, or removes it. */
  toggle(key: string): void {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(key)) chosen.add(key);
    this.choose(chosen);
  }

  /** Replaces the chosen cards. */
  choose(keys: Iterable<string>): void {
    this.premove.stop();
    this.chosen = new Set(keys);
    this.asking = this.waiting = null;
    this.refused = null;
    if (this.sheet === 'ways') this.sheet = null;
    this.look();
  }

  /** Chooses cards by name, as a hint or the list of moves names them. */
  chooseCards(cards: readonly string[]): void {
    this.choose(this.keysOf(cards));
  }

  /** Moves a card before the place of another card in the hand as shown. */
  move(key: string, to: number): void {
    const shown = sortedHand(this.holding.hand, this.order);
    // Flying cards are not shown but keep their places in case they come back.
    const before = this.hand[to]?.key;
    const place = before === undefined ? shown.length : shown.findIndex((each) => each.key === before);
    this.holding = { ...this.holding, hand: movedCard(shown, key, place) };
    this.order = 'own';
  }

  arrange(order: Order): void {
    if (order === 'own') this.holding = { ...this.holding, hand: sortedHand(this.holding.hand, this.order) };
    this.order = order;
  }

  /**
   * Carries out the offer, or asks which of several offers. `sure` is true for gestures that don't happen by accident;
   * other irreversible actions may need a confirmation.
   */
  take(offers: readonly Offer[], sure = false): void {
    if (offers.length > 1) {
      this.ways = offers;
      this.sheet = 'ways';
      return;
    }
    const [offer] = offers;
    if (!offer) return;
    if (needsConfirmation(offer.verb, this.options.confirm(sure))) {
      this.sheet = null;
      this.asking = offer;
      this.ripe = false;
      setTimeout(() => (this.ripe = true), TREMBLE);
    } else void this.send(offer);
  }

  /** Calls back once the server has answered about the chosen cards. */
  whenKnown(call: () => void): void {
    this.waiting = call;
  }

  /** Shows why the chosen cards don't fit a meld. */
  deny(number: number): void {
    const why = this.answer?.faults.find((way) => way.number === number) ?? this.answer?.faults[0];
    if (this.chosen.size && why?.fault) this.refused = why.fault;
  }

  /** Discards a card that was tapped twice. Returns false if that is not legal. */
  discard(key: string): boolean {
    const card = this.hand.find((each) => each.key === key)?.card;
    const offer = card === undefined || !this.myTurn || this.port.acting ? null : discardOf(this.own, card);
    if (!offer) return false;
    this.choose([key]);
    this.take([offer], true);
    return true;
  }

  /**
   * The main button: confirms the question, or carries out the first offer. A second press of the key right after it is
   * ignored.
   */
  primary(byKey = false): void {
    if (byKey && this.settling) return;
    if (this.asking) void (this.ripe && this.send(this.asking));
    else this.take(this.offers.choices);
  }

  /** Closes the question, the sheet or the selection, one at a time. */
  back(): void {
    this.premove.stop();
    if (this.asking) this.asking = null;
    else if (this.sheet) this.sheet = null;
    else if (this.refused) this.refused = null;
    else this.choose([]);
  }

  /** Sends an action and shows it as done: its cards leave the hand until the answer arrives. */
  async send(offer: Offer): Promise<void> {
    if (this.port.acting) return;
    this.premove.stop();
    const former = this.chosen;
    const leaves = offer.verb === 'take' ? [] : this.keysOf(offer.cards);
    if (leaves.length) this.options.departs?.(offer, leaves);
    this.leaving = leaves;
    this.sent = offer;
    this.asking = this.sheet = this.refused = null;
    if (offer.verb !== 'take') this.chosen = new Set();
    if (offer.verb === 'discard') {
      this.settling = true;
      setTimeout(() => (this.settling = false), SETTLES);
    }
    const outcome = await this.port.act(offer.action, { optimistic: leaves.length > 0 });
    // Follow now, while `leaving` still tells which of two equal cards left.
    if (this.port.state) this.follow(this.port.state);
    this.leaving = [];
    this.sent = null;
    this.options.answered?.();
    if (outcome.is === 'refused') {
      this.chosen = former;
      this.refused = outcome.fault;
    } else if (outcome.is === 'done' && offer.then !== null) await this.send(offerFor(offer.then));
  }

  async undo(): Promise<void> {
    if (this.port.acting || !this.port.state?.play?.may_undo) return;
    this.asking = this.sheet = this.refused = null;
    const outcome = await this.port.undo();
    if (outcome.is === 'refused') this.refused = outcome.fault;
  }

  /** Asks the server for a hint. */
  async askHint(): Promise<void> {
    if (!this.myTurn) return;
    this.sheet = 'hint';
    this.asking = null;
    await this.hint.ask(
      () => this.port.hint(),
      () => this.port.state?.step,
    );
  }

  /** Chooses the card to discard once your turn needs nothing else; null to cancel. */
  preselect(key: string | null): void {
    this.premove.choose(key);
    this.chosen = new Set();
  }

  close(): void {
    this.answers.close();
    this.premove.stop();
  }

  /** Called when an answer about chosen cards has arrived. */
  private told(): void {
    this.news++;
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  /** Clears the questions and the hint of the former step. */
  private stepped(): void {
    this.seenStep = this.port.state?.step ?? -1;
    this.hint.forget();
    this.asking = this.waiting = null;
    this.premove.pause();
    if (this.sheet === 'ways' || this.sheet === 'hint') this.sheet = null;
  }

  /** Asks the server about the chosen cards if the state doesn't tell enough. */
  private look(): void {
    const { state } = this.port;
    if (!state || !this.myTurn || this.port.acting) return this.answers.want(0, []);
    const buys = this.own.phase !== 'draw' || !!this.own.legal?.includes('take');
    this.answers.want(state.step, buys ? this.chosenCards : []);
  }

  private chooseDue(due: string | null): void {
    const found = this.hand.findLast(({ card }) => card === due);
    if (found && !this.chosen.has(found.key)) this.chosen = new Set([...this.chosen, found.key]);
  }

  /** Keys of the cards that an action plays: chosen cards first, then the newest. */
  private keysOf(cards: readonly string[]): string[] {
    const rank = ({ key }: HandCard): number => (this.chosen.has(key) ? 0 : this.fresh.has(key) ? 1 : 2);
    const hand = [...this.hand].sort((one, other) => rank(one) - rank(other));
    return cards.flatMap((card) => {
      const place = hand.findIndex((each) => each.card === card);
      return place < 0 ? [] : hand.splice(place, 1).map(({ key }) => key);
    });
  }

  /** Plays the preselected discard if nothing else is left to do; otherwise only chooses its card. */
  private goAhead(): void {
    const { key } = this.premove;
    if (key === null || !this.myTurn || this.own.phase !== 'play' || this.port.acting) return;
    const card = this.holding.hand.find((each) => each.key === key)?.card;
    const offer = card === undefined ? null : discardOf(this.own, card);
    if (offer && onlyDiscards(this.own)) {
      this.premove.start(() => {
        this.choose([key]);
        this.take([offer], true);
      });
      return;
    }
    this.premove.choose(null);
    if (offer && !this.chosen.size) this.choose([key]);
  }
}
