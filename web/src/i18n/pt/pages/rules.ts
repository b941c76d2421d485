/** The rules of the game in the project's own words. Loaded with their page, not with the first. */
export const pt = {
  'rules.title': 'Regras',
  'rules.lead': 'Cinco jeitos de jogar, cada um segundo o seu regulamento. Escolha um para aprender com exemplos.',
  'rules.all': 'Todas as regras',
  'rules.print': 'Imprimir',
  'rules.contents': 'Nesta página',
  'rules.unknown': 'Não há regulamento com este nome aqui.',
  'rules.source':
    'Texto nosso, feito dos parâmetros do regulamento. Cada frase leva ao artigo de onde vem; D marca o que o regulamento deixa em aberto e foi decidido aqui.',
  'rules.decided': 'decidido aqui',
  'rules.decidedLead': 'Onde o regulamento se cala ou se lê de mais de uma maneira: o que se decidiu aqui, e por quê.',
  'rules.yes': 'Vale',
  'rules.no': 'Não vale',
  'rules.and': 'e',
  'rules.plus': 'mais',
  'rules.becomes': 'fica',
  'rules.points': '{n} pontos',
  'rules.section.minute': 'O jogo em um minuto',
  'rules.section.idea': 'A mesa e a partida',
  'rules.section.cards': 'As cartas',
  'rules.section.melds': 'O que se baixa',
  'rules.section.wild': 'O curinga no jogo',
  'rules.section.canastas': 'Canastras',
  'rules.section.turn': 'A compra e o lixo',
  'rules.section.morto': 'O morto',
  'rules.section.out': 'Bater e o fim da mão',
  'rules.section.opening': 'Vulnerável: abrir com o mínimo',
  'rules.section.points': 'Os pontos',
  'rules.section.table': 'Todos os parâmetros',
  'rules.section.common': 'O que é igual em todos',
  'rules.section.decided': 'O que foi decidido',

  'rules.players.2': 'Jogam dois, cada um por si.',
  'rules.players.4':
    'Jogam quatro, em duas duplas. Os parceiros sentam frente a frente e jogam com os mesmos jogos na mesa.',
  'rules.deal':
    'Cada um recebe 11 cartas. Outras 22 formam os dois mortos, que ficam fechados; as {stock} que sobram são o monte.',
  'rules.direction.clockwise':
    'A vez passa para a esquerda, no sentido do relógio. Começa quem está à esquerda de quem deu as cartas.',
  'rules.direction.counter_clockwise':
    'A vez passa para a direita, contra o relógio. Começa quem está à direita de quem deu as cartas.',
  'rules.final': 'Jogada feita não volta: não se desfaz, a menos que a mesa combine.',
  'rules.direction.alternate': 'Joga um, depois o outro. Começa quem não deu as cartas.',
  'rules.turn': 'Na sua vez: compre do monte ou pegue o lixo, baixe o que quiser e descarte uma carta.',
  'rules.target':
    'A partida vai até {target} pontos. Quando uma mão acaba e alguém já chegou lá, ganha o total maior; com empate, joga-se outra mão.',
  'rules.target.none': 'A partida é uma mão só. Quem faz mais pontos ganha; iguais, é empate.',

  'rules.pack': 'Dois baralhos sem os coringas grandes: 104 cartas, cada uma em dobro.',
  'rules.wilds': 'Todo 2 é curinga: pode ficar no lugar de outra carta. Cada jogo aceita um só.',
  'rules.two.A': 'O 2 do próprio naipe, entre o ás e o 3, é carta comum e não conta como curinga.',
  'rules.two.2': 'O 2 do próprio naipe, logo antes do 3, é carta comum e não conta como curinga.',
  'rules.two.4': 'O 2 nunca é carta comum: as sequências começam no 4.',
  'rules.redThree': 'O 3 vermelho vai logo aberto para o lado dos seus jogos, e você recebe outra carta no lugar.',
  'rules.blackThree': 'O 3 preto não entra em jogo nenhum: só se descarta.',
  'rules.noThree': 'Nenhum 3 entra em jogo: só se descarta.',

  'rules.sequence': 'Um jogo tem três cartas ou mais. Sequência: cartas seguidas do mesmo naipe.',
  'rules.range.A': 'O ás fica antes do 2, depois do rei ou nas duas pontas. A sequência não dá a volta.',
  'rules.range.2': 'O ás fica só depois do rei; a carta mais baixa é o 2.',
  'rules.range.4': 'O ás fica só depois do rei; a carta mais baixa é o 4.',
  'rules.groups': 'Trinca (lavadeira): cartas iguais de qualquer naipe. Só de {ranks}, nove cartas no máximo.',
  'rules.groups.none': 'Trinca não vale: cartas iguais não formam jogo.',
  'rules.layOff.2':
    'Depois você encaixa mais cartas nos seus jogos; nos do adversário, nunca. Jogo na mesa não se desfaz nem se junta a outro.',
  'rules.layOff.4':
    'Depois você encaixa mais cartas nos jogos da dupla, seus ou do parceiro; nos dos adversários, nunca. Jogo na mesa não se desfaz nem se junta a outro.',

  'rules.wild.displaced':
    'O curinga fica onde foi posto. Se chega a carta que ele representa, ela toma o lugar e você escolhe para que ponta ele vai. Sem espaço nas pontas, a carta não entra.',
  'rules.wild.locked':
    'O curinga na mesa não se mexe mais: a carta que ele representa já não entra ali. O jogo só cresce nas pontas.',
  'rules.wild.lockedTwo': 'Um 2 do naipe ainda pode entrar no seu próprio lugar, como carta comum.',
  'rules.wild.free': 'O curinga anda dentro do jogo: a cada carta nova, vai para onde faz falta.',
  'rules.wild.notLaidOff':
    'Nenhum 2 é encaixado como curinga num jogo que já está na mesa; ele só chega à mesa num jogo novo.',
  'rules.goesHome.before_nine':
    'O curinga que é o 2 do próprio naipe pode ir para o seu lugar antes do 3 e virar carta comum: o jogo fica limpo. Só enquanto não houver 9, 10, J, Q ou K na sequência; com um deles fica sujo para sempre.',
  'rules.goesHome.with_the_seventh':
    'O curinga que é o 2 do próprio naipe pode ir para o seu lugar antes do 3 e virar carta comum: o jogo fica limpo. Só até a sétima carta, que ainda pode levá-lo para lá; depois fica sujo para sempre.',

  'rules.canasta': 'Com sete cartas ou mais, a sequência é canastra.',
  'rules.canasta.groups': 'Com sete cartas ou mais, o jogo é canastra: sequência ou trinca.',
  'rules.canasta.free': 'Como o curinga anda, a canastra pode mudar de limpa para suja e de suja para limpa.',
  'rules.clean': 'Limpa, sem curinga: {n} pontos.',
  'rules.dirty': 'Suja, com curinga: {n} pontos.',
  'rules.thirteen': 'Real de treze, com todas as cartas do naipe sem curinga: {n} pontos, no lugar dos da limpa.',
  'rules.royal': 'Real, de ás a ás sem curinga: {n} pontos, no lugar dos da limpa.',

  'rules.draw': 'Comece comprando a carta de cima do monte, ou pegando o lixo.',
  'rules.refuse': 'Quem abre a mão pode pôr a primeira carta comprada no lixo e comprar outra. Com a segunda fica.',
  'rules.purchase.free': 'O lixo se pega inteiro e não volta atrás.',
  'rules.purchase.two_naturals':
    'Para pegar o lixo, a carta de cima tem de formar na hora um jogo novo com duas das suas cartas naturais: curinga da mão não vale, nem encaixar num jogo da mesa. Só então o resto vem para a mão.',
  'rules.purchase.justified':
    'Para pegar o lixo, a carta de cima tem de ser usada na hora: num jogo novo com cartas da mão, ou encaixada sozinha num jogo do seu lado. Só então o resto vem para a mão.',
  'rules.shown.all': 'O lixo fica aberto: todos veem todas as cartas.',
  'rules.shown.top': 'Do lixo só se vê a carta de cima.',
  'rules.twoBlocks': 'Um 2 em cima tranca o lixo: o seguinte não pode pegá-lo.',
  'rules.topTwo':
    'Com um 2 em cima, o lixo só se pega para um jogo novo: o 2 como curinga com duas ou mais cartas da mão.',
  'rules.blocks': 'Um 3 preto em cima tranca o lixo para o jogador seguinte.',
  'rules.oneCard.not_a_pile_of_one': 'Com uma carta na mão não se pega um lixo de uma carta só.',
  'rules.oneCard.never': 'Com uma carta na mão não se pega o lixo.',
  'rules.singleStays.until_laid':
    'De um lixo de uma carta só, essa carta não se descarta na mesma vez, nem a igual a ela, até que uma das duas seja baixada.',
  'rules.singleStays.both_copies':
    'De um lixo de uma carta só, essa carta não se descarta na mesma vez, nem a igual a ela, mesmo que uma das duas seja baixada.',

  'rules.morto': 'Quem fica sem cartas pega um morto: mais 11 cartas para continuar.',
  'rules.morto.2': 'Cada jogador pega no máximo um, enquanto houver.',
  'rules.morto.4': 'Cada dupla pega no máximo um, enquanto houver.',
  'rules.morto.ways':
    'Baixou a última carta: segue jogando com o morto, sem comprar. Descartou a última: o morto espera fechado até a sua próxima vez.',
  'rules.morto.needs.none': 'Para pegar o morto não é preciso ter canastra.',
  'rules.morto.needs.any':
    'Só pega o morto quem já tem uma canastra do seu lado, limpa ou suja. Antes disso não se pode ficar sem cartas.',
  'rules.morto.needs.clean':
    'Só pega o morto quem já tem uma canastra limpa do seu lado. Antes disso não se pode ficar sem cartas.',
  'rules.morto.unplayed.cards':
    'Se a mão acaba antes da sua próxima vez, as cartas do morto contam como cartas que ficaram na mão.',
  'rules.morto.unplayed.charge_and_cards':
    'Se os outros batem antes da sua próxima vez, o morto custa 100 pontos e, além disso, as cartas dele contam como cartas que ficaram na mão.',
  'rules.morto.unplayed.charge':
    'Se os outros batem antes da sua próxima vez, o morto custa 100 pontos e as cartas dele não contam.',
  'rules.morto.stock': 'Quando o monte acaba, um morto que ninguém pegou vira monte.',
  'rules.morto.noStock': 'O morto nunca vira monte.',

  'rules.out':
    'Bate quem acaba com as cartas da mão, baixando ou descartando a última, e não tem morto para pegar. A mão termina aí.',
  'rules.out.needs.none': 'Não é preciso ter canastra para bater.',
  'rules.out.needs.any': 'Para bater, o seu lado precisa de uma canastra, limpa ou suja.',
  'rules.out.needs.clean': 'Para bater, o seu lado precisa de uma canastra limpa. Só suja não basta.',
  'rules.out.morto.always': 'E o seu lado tem de ter pegado o morto, sempre.',
  'rules.out.morto.unless_none_left': 'E o seu lado tem de ter pegado o morto, a não ser que não sobre nenhum.',
  'rules.out.morto.2': 'Não é preciso ter pegado morto: basta que não haja um para você.',
  'rules.out.stuck': 'Enquanto falta alguma coisa, você tem de guardar carta: não pode ficar sem nenhuma.',
  'rules.exhausted.pile_may_be_taken_once':
    'Acabados o monte e os mortos, só o seguinte pode pegar o lixo, uma vez; a mão termina depois dessa vez, ou na hora se ele passa.',
  'rules.exhausted.deal_ends': 'A mão também termina quando o monte acaba e nenhum morto o substitui.',
  'rules.exhausted.pile_may_be_taken':
    'Acabados o monte e os mortos, depois de cada descarte o seguinte pode pegar o lixo e continuar; se passa, a mão termina.',
  'rules.stalemate': 'E depois de 24 vezes seguidas sem compra do monte e sem carta baixada.',

  'rules.opening':
    'Quem começa a mão com 1.500 pontos ou mais está vulnerável: abre os seus jogos com pelo menos {n} pontos em cartas.',
  'rules.opening.how':
    'Tudo na mesma vez e pelo mesmo jogador. O prêmio da canastra não conta; depois de abrir, o lado está livre pelo resto da mão.',
  'rules.opening.failed':
    'Não chegou? As cartas voltam para a mão, não se baixa mais nada nessa vez e o mínimo sobe: {steps}.',
  'rules.opening.again': 'Não chegou? As cartas voltam para a mão e não se baixa mais nada nessa vez.',

  'rules.laid': 'No fim da mão, as cartas baixadas somam o seu valor, e as canastras o seu prêmio.',
  'rules.left.when_gone_out':
    'Se alguém bateu, as cartas que ficaram nas mãos descontam o seu valor, dos dois lados. Se acabou o monte, ninguém desconta.',
  'rules.left.nobody': 'As cartas que ficaram nas mãos não descontam nada.',
  'rules.left.both_sides': 'As cartas que ficaram nas mãos descontam o seu valor, dos dois lados.',
  'rules.left.opponent_of_going_out':
    'Se alguém bateu, as cartas na mão do adversário descontam o seu valor. Se acabou o monte, ninguém desconta.',
  'rules.bonus': 'Bater vale 100 pontos.',
  'rules.morto.taken': 'Ter pegado o morto vale {n} pontos.',
  'rules.morto.missed': 'Não ter pegado o morto custa {n} pontos.',
  'rules.redUnexchanged.plain': 'Se o monte acaba antes da troca, os 3 vermelhos de um morto são cartas comuns.',
  'rules.redUnexchanged.charged': 'Se o monte acaba antes da vez de trocar, cada 3 vermelho de um morto custa {n}.',
  'rules.redKept': 'Com um 3 vermelho retido na mão, todos os 3 vermelhos abertos desse lado também custam pontos.',
  'rules.red':
    'Cada 3 vermelho aberto vale {n} pontos se o seu lado tem canastra, e custa {n} se não tem. Um que ficou na mão custa {n}.',
  'rules.black': 'Cada 3 preto que ficou na mão custa {n} pontos, no lugar do seu valor.',
  'rules.values': 'Valor das cartas',
  'rules.value.all': 'cada carta',
  'rules.value.ace': 'ás',
  'rules.value.two': '2',
  'rules.value.low': '3 ao 7',
  'rules.value.high': '8 ao rei',

  'rules.ex.sequence': 'Seguidas, do mesmo naipe',
  'rules.ex.suits': 'Dois naipes misturados',
  'rules.ex.highAce': 'O ás depois do rei',
  'rules.ex.lowAce': 'O ás antes do 2',
  'rules.ex.noLowAce': 'Aqui o ás não vem antes do 2',
  'rules.ex.belowFour': 'O 3 não entra em sequência',
  'rules.ex.group': 'Trinca de {rank}',
  'rules.ex.otherGroup': 'Trinca de {rank} não vale aqui',
  'rules.ex.twins': 'Cartas iguais não formam jogo',
  'rules.ex.wild': 'O 2 no lugar do 5',
  'rules.ex.twoWilds': 'Dois curingas no mesmo jogo',
  'rules.ex.natural': 'O 2 no próprio lugar: nenhum curinga',
  'rules.ex.naturalAndWild': 'O 2 no próprio lugar, e outro como curinga',
  'rules.ex.displacedLow': 'Chega o 6: o curinga vai para baixo',
  'rules.ex.displacedHigh': 'Ou para cima',
  'rules.ex.home': 'O 2 de copas volta ao seu lugar: limpo',
  'rules.ex.homeNine': 'Com o 9 é tarde: o 2 continua curinga, e o jogo sujo',
  'rules.ex.homeSeventh': 'O 3, como sétima carta, leva o 2 ao seu lugar: limpo',
  'rules.ex.lockedNo': 'O 7 já não entra: o lugar é do curinga',
  'rules.ex.lockedEnd': 'Na ponta entra',
  'rules.ex.freeGap': 'Chega o 4: o curinga desce e passa a ser o 5',
  'rules.ex.freeOut': 'Chega o 6: o curinga vai para a ponta',
  'rules.ex.clean': 'Canastra limpa',
  'rules.ex.dirty': 'Canastra suja',
  'rules.ex.thirteen': 'Canastra real de treze',
  'rules.ex.royal': 'Canastra real',
  'rules.ex.cleanGroup': 'Trinca que virou canastra',
  'rules.ex.cleanServes': 'Com uma limpa, pode bater',
  'rules.ex.dirtyServes': 'Com uma suja também',
  'rules.ex.dirtyFails': 'Só com a suja, não',
  'rules.ex.wilds': 'Os curingas',
  'rules.ex.redThrees': 'Vão para a mesa, e vem outra carta',
  'rules.ex.blackThrees': 'Só se descartam',
  'rules.ex.threes': 'Não entram em jogo',
  'rules.ex.justified': 'O 8 do lixo com 6 e 7 da mão',
  'rules.ex.naturalsNo': 'Com um curinga da mão, o lixo fica',
  'rules.ex.justifiedNo': 'Sem uso na hora, o lixo fica',
  'rules.ex.topTwo': 'O 2 do lixo com 8 e 9 da mão',
  'rules.ex.blocked': 'Com este em cima, o lixo não se pega',
  'rules.ex.hand': 'da mão',
  'rules.ex.pile': 'do lixo',

  'minute.table.4': 'Quatro jogam, dois contra dois; o parceiro senta em frente. A partida vai até {target} pontos.',
  'minute.table.4.once': 'Quatro jogam, dois contra dois; o parceiro senta em frente. A partida é uma mão só.',
  'minute.table.2': 'Dois jogam, um contra o outro. A partida vai até {target} pontos.',
  'minute.table.2.once': 'Dois jogam, um contra o outro. A partida é uma mão só.',
  'minute.turn': 'Na sua vez: compre do monte ou pegue o lixo, baixe o que quiser, descarte uma carta.',
  'minute.melds': 'Baixe sequências: três cartas seguidas ou mais, do mesmo naipe. O 2 é curinga.',
  'minute.melds.groups': 'Baixe sequências de um naipe, de três cartas ou mais, e trincas de {ranks}. O 2 é curinga.',
  'minute.canasta': 'Sete cartas fazem canastra: limpa {clean} pontos; suja, com um curinga, {dirty}.',
  'minute.canasta.both':
    'Sete cartas fazem canastra: limpa {clean} pontos; suja, com um curinga, {dirty}; treze do naipe sem curinga, {thirteen}; de ás a ás, {royal}.',
  'minute.canasta.thirteen':
    'Sete cartas fazem canastra: limpa {clean} pontos; suja, com um curinga, {dirty}; treze do naipe sem curinga, {thirteen}.',
  'minute.canasta.royal':
    'Sete cartas fazem canastra: limpa {clean} pontos; suja, com um curinga, {dirty}; real, de ás a ás, {royal}.',
  'minute.redThrees':
    'O 3 vermelho vai para a mesa e vem outra carta: {n} pontos para quem tem canastra, {n} a menos para quem não tem.',
  'minute.opening': 'A dupla com 1.500 pontos ou mais só abre com {n} pontos em cartas numa vez só.',
  'minute.pile.free': 'O lixo se pega inteiro, no lugar de comprar.',
  'minute.pile.justified': 'O lixo se pega inteiro, mas só para usar na hora a carta de cima.',
  'minute.pile.naturals':
    'O lixo se pega inteiro, mas só com duas cartas da mão, sem curinga, que façam um jogo novo com a de cima.',
  'minute.pile.locked': 'O lixo se pega inteiro. Com um 3 preto em cima ele está trancado para o seguinte.',
  'minute.morto.none': 'Acabaram as suas cartas? Pegue um morto: mais 11.',
  'minute.morto.any': 'Acabaram as suas cartas? Com uma canastra, pegue um morto: mais 11.',
  'minute.morto.clean': 'Acabaram as suas cartas? Com uma canastra limpa, pegue um morto: mais 11.',
  'minute.out.none':
    'Acabaram de novo, e não há morto para você: bateu. São 100 pontos, e a mão termina. Canastra não é preciso.',
  'minute.out.any': 'Acabaram de novo? Com uma canastra, você bate: 100 pontos, e a mão termina.',
  'minute.out.any.always': 'Acabaram de novo? Com uma canastra e o morto pego, você bate: 100 pontos, e a mão termina.',
  'minute.out.clean': 'Acabaram de novo? Com uma canastra limpa, você bate: 100 pontos, e a mão termina.',
  'minute.out.clean.always':
    'Acabaram de novo? Com uma canastra limpa e o morto pego, você bate: 100 pontos, e a mão termina.',
  'minute.you': 'você',
  'minute.partner': 'parceiro',
  'minute.stock': 'monte',
  'minute.meld': 'baixe',
  'minute.learn': 'Aprender jogando, em 2 minutos',
  'minute.discard': 'lixo',
  'minute.locked': 'trancado',
  'minute.mortos': 'mortos',

  'rules.compare': 'Os regulamentos lado a lado',
  'rules.parameter': 'O que',
  'rules.value': 'Como é',
  'rules.where': 'Onde está',
  'rules.trait.players': '{n} jogadores',
  'rules.trait.sequences': 'só sequências',
  'rules.trait.groups': 'trincas de {ranks}',
  'rules.trait.out.none': 'bate sem canastra',
  'rules.trait.out.any': 'bate com qualquer canastra',
  'rules.trait.out.clean': 'bate com canastra limpa',
  'rules.trait.pile.free': 'lixo livre',
  'rules.trait.pile.two_naturals': 'lixo só com duas naturais da mão',
  'rules.trait.pile.justified': 'lixo só com uso da carta de cima',
  'rules.trait.target': '{n} pontos',
  'rules.trait.oneDeal': 'uma mão só',
  'rules.trait.opening': 'mínimo para abrir',
} as const;
