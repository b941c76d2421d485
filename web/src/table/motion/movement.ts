/** Shows how the table went on: what `flights` tells of each change, in the layer over the table. */
import { tick } from 'svelte';
import type { TableChange } from '../../live/ports';
import { near } from '../../lib/tables/seatNames';
import { flightsOf, type Flight, type Way } from './flights';
import { boxOf, handSlots, heldCard, landing, spotsOf, type Box, type Spot } from './landmarks';
import { copyOf, type Flyer, type Sky } from './sky';

/** Milliseconds at the usual pace: a card's way, between the cards of a meld, between what one deed brings about. */
const WAY = 220;
const APART = 45;
const STEP = 450;
/** The pile is seen in its place first; a morto goes closed. */
const PILE = 950;
const PILE_RESTS = 0.55;
const MORTO = 420;
const DEAL = 1_200;
/** Of those who are seen from outside so many cards are dealt to be seen. */
const DEALT = 4;
/** How large a pile is when it comes to somebody. */
const PACK = 0.3;

/** What was there before the page followed. */
interface Start {
  flight: Flight;
  spots: Spot[];
  /** What flies if it isn't drawn where it goes. */
  copies: (HTMLElement | null)[];
  /** What is seen where it was until it goes as one, or until it is covered: the pile, a morto, the card on the pile. */
  rests: { copy: HTMLElement; box: Box } | null;
  resting: Flyer | null;
  /** Own cards that are in the air already. */
  aloft: (Flyer | null)[];
}

export class Movement {
  private waiting: { starts: Start[]; near: number }[] = [];
  /** What those begin with that the page has followed: a picture, and the moment after it. */
  private frame = 0;
  private after: ReturnType<typeof setTimeout> | undefined;
  /** Where something is to arrive, hidden until it is on its way. */
  private arriving: HTMLElement[] = [];
  /** Own cards on their way to where they will be when the server has answered, by card. */
  private aloft: { card: string; flyer: Flyer }[] = [];

  constructor(
    private readonly sky: Sky,
    /** How long everything takes, of the usual time; 0 for no movement. */
    private readonly pace: () => number,
  ) {}

  /** Hears of a change before the page follows it. */
  follow(change: TableChange): void {
    if (this.frame) this.begin();
    const from = near(change.state);
    const starts = this.pace() ? flightsOf(change).map((flight) => this.startOf(flight, from)) : [];
    this.waiting.push({ starts, near: from });
    if (this.waiting.length === 1) void tick().then(() => this.soon());
  }

  /**
   * After the next picture; none comes while nobody sees the page. The page is laid out for that picture, and asked for
   * places when it has been: an update, its picture and the flights are three tasks, none of them long.
   */
  private soon(): void {
    if (document.hidden) return this.begin();
    this.frame = requestAnimationFrame(() => (this.after = setTimeout(() => this.begin())));
    const [only, more] = this.waiting;
    if (!more) for (const start of only!.starts) this.rest(start, only!.near);
  }

  /** Until a flight begins, what flies is seen where it was, and not yet where it goes. */
  private rest(start: Start, from: number): void {
    const { rests } = start;
    const { way, to, cards } = start.flight;
    if (rests) start.resting = this.sky.rest(rests.copy, rests.box, way === 'pile');
    const many = way === 'deal' || isPack(way);
    const ends =
      many && to.at === 'hand' ? handSlots(way !== 'deal') : spotsOf(to, cards, from)?.map(({ node }) => node);
    for (const node of ends ?? []) if (node) this.arriving.push(node);
    for (const node of this.arriving) node.style.opacity = '0';
  }

  /** Own cards go at once; where exactly they lie is known with the answer. */
  depart(verb: string, number: number | null, keys: readonly string[], cards: readonly string[], from: number): void {
    const pace = this.pace();
    if (!pace) return;
    const to = landing(verb === 'discard' ? { at: 'pile' } : { at: 'meld', side: from, number: number ?? 0 }, from);
    if (!to) return;
    keys.forEach((key, place) => {
      const node = heldCard(key);
      const box = boxOf(node);
      if (!node || !box) return;
      const flyer = this.sky.fly(copyOf(node), box, to, { ms: WAY * pace, delay: place * APART * pace, stays: true });
      this.aloft.push({ card: cards[place]!, flyer });
    });
  }

  /** The server has answered: what nothing was told of is in the hand again. */
  answered(): void {
    for (const { flyer } of this.aloft.splice(0)) this.sky.land(flyer);
  }

  /** Everything is where it goes, now. */
  end(): void {
    if (this.frame) this.begin();
    this.sky.clear();
  }

  private startOf(flight: Flight, from: number): Start {
    const { way, to, cards } = flight;
    const spots = seen(spotsOf(flight.from, cards, from));
    const copies = spots.map(({ node }) => node && copyOf(node));
    const own = flight.from.at === 'hand' && to.at !== 'hand';
    const aloft = cards.map((card) => {
      const place = own ? this.aloft.findIndex((each) => each.card === card) : -1;
      return place < 0 ? null : this.aloft.splice(place, 1)[0]!.flyer;
    });
    const stays = document.querySelector(way === 'pile' ? '.discards' : '.discards .slot:last-child .card');
    const [copy] = copies;
    let rests: Start['rests'] = null;
    if (way === 'morto' && copy) rests = { copy, box: spots[0]!.box };
    else if (stays && (way === 'pile' || to.at === 'pile'))
      rests = { copy: way === 'pile' ? pileCopy(stays) : copyOf(stays), box: boxOf(stays)! };
    return { flight, spots, copies, rests, resting: null, aloft };
  }

  /** The page has followed. What was shown at once, because somebody doesn't want to wait, needs no way. */
  private begin(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.after);
    this.frame = 0;
    const waiting = this.waiting;
    this.waiting = [];
    const pace = this.pace();
    const all = waiting.flatMap(({ starts }) => starts);
    if (waiting.length > 1 || !pace || document.hidden) {
      for (const flyer of all.flatMap(({ aloft, resting }) => [...aloft, resting])) if (flyer) this.sky.land(flyer);
    } else {
      this.fly(all, pace, waiting[0]!.near);
    }
    for (const node of this.arriving.splice(0)) node.style.opacity = '';
  }

  private fly(all: readonly Start[], pace: number, from: number): void {
    const dealt = all.filter(({ flight }) => flight.way === 'deal');
    if (dealt.length) return this.deal(dealt, pace, from);
    // All are asked first: a question after something was drawn has the page laid out anew.
    const ends = all.map(({ flight: { way, to, cards } }) => seen(spotsOf(to, isPack(way) ? ['??'] : cards, from)));
    const below = boxOf(
      document.querySelector('.discards .slot:nth-last-child(2) .card') ??
        document.querySelector('.discards .slot .card'),
    );
    for (const [place, start] of all.entries()) {
      const delay = start.flight.step * STEP * pace;
      if (isPack(start.flight.way)) this.pack(start, ends[place]![0], pace, delay);
      else this.cards(start, ends[place]!, below, pace, delay);
    }
  }

  private cards(
    { flight, spots, copies, rests, resting, aloft }: Start,
    ends: readonly Spot[],
    below: Box | null,
    pace: number,
    delay: number,
  ): void {
    let arrives = 0;
    flight.cards.forEach((_, place) => {
      const to = ends[place];
      const flying = aloft[place];
      if (!to) return void (flying && this.sky.land(flying));
      const start = spots[place];
      const drawn = to.node ? copyOf(to.node) : copies[place];
      const late = delay + Math.min(place, 6) * APART * pace;
      const ms = WAY * pace;
      if (flying) arrives = this.arrive(flying, to, pace);
      else if (start && drawn) {
        arrives = ms + late;
        this.sky.hide(to.node, arrives);
        this.sky.fly(drawn, start.box, to.box, {
          ms,
          delay: late,
          appears: flight.from.at === 'seat',
          vanishes: flight.to.at === 'seat',
        });
      }
    });
    // The card that lay on the pile is seen until another one covers it.
    if (resting) this.sky.leave(resting, below ?? rests!.box, below ?? rests!.box, { ms: arrives });
  }

  /** An own card that is in the air comes to lie where it does; in how many milliseconds. */
  private arrive(flyer: Flyer, to: Spot, pace: number): number {
    const ms = Math.max(flyer.due - performance.now(), 0.4 * WAY * pace);
    this.sky.redirect(flyer, to.box, { ms });
    this.sky.hide(to.node, ms);
    return ms;
  }

  /** Many cards as one: the pile as it lay, with what was seen of it; a morto closed. */
  private pack({ flight, rests, resting }: Start, target: Spot | undefined, pace: number, delay: number): void {
    if (!rests || !resting) return;
    if (!target) return this.sky.land(resting);
    const pile = flight.way === 'pile';
    const width = rests.box.width * (pile && flight.to.at === 'seat' ? PACK : 1);
    const middle = target.box.x + target.box.width / 2;
    const to = { x: middle - width / 2, y: target.box.y, width };
    const ms = (pile ? PILE : MORTO) * pace;
    const rest = pile ? PILE_RESTS : 0.2;
    if (flight.to.at === 'hand') for (const slot of handSlots(true)) this.sky.hide(slot, delay + ms * 0.9);
    this.sky.leave(resting, rests.box, to, { ms, delay, rest, vanishes: true });
  }

  private deal(all: readonly Start[], pace: number, from: number): void {
    // All are asked first: a question after something was drawn has the page laid out anew.
    const [stock] = seen(spotsOf({ at: 'stock' }, ['??'], from));
    if (!stock?.node) return;
    const faces = all.map(({ flight }) =>
      flight.to.at === 'seat' ? seen(spotsOf(flight.to, ['??'], from))[0] : undefined,
    );
    const slots = handSlots(false);
    const boxes = slots.map((slot) => boxOf(slot)!);
    const ms = WAY * pace;
    const last = DEAL * pace - ms;
    const send = (box: Box, delay: number, vanishes: boolean): void =>
      void this.sky.fly(copyOf(stock.node!), stock.box, box, { ms, delay, vanishes });
    slots.forEach((slot, place) => {
      const delay = (last * place) / slots.length;
      send(boxes[place]!, delay, false);
      this.sky.hide(slot, delay + ms);
    });
    for (const face of faces) {
      if (!face) continue;
      for (let card = 0; card < DEALT; card++) send(face.box, (last * (card + 0.5)) / DEALT, true);
    }
  }
}

/** Spots as they are now, whatever the page does afterwards. */
function seen(spots: readonly Spot[] | null): Spot[] {
  return (spots ?? []).map(({ box, node }) => ({ box, node }));
}

/** Many cards that go as one. */
function isPack(way: Way): boolean {
  return way === 'pile' || way === 'morto';
}

/** A copy of the pile as large as it lies: its measures come from the table, in which the copy doesn't lie. */
function pileCopy(pile: Element): HTMLElement {
  const copy = copyOf(pile);
  const card = boxOf(pile.querySelector('.card'));
  if (card) copy.style.setProperty('--card-width', `${card.width}px`);
  copy.style.setProperty('--fan', getComputedStyle(pile).getPropertyValue('--fan'));
  return copy;
}
