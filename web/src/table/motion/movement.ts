/** Animates the changes of the table: it draws the flights of `flightsOf` in the layer over the table. */
import { tick } from 'svelte';
import type { TableChange } from '../../live/ports';
import { near } from '../../lib/tables/seatNames';
import { flightsOf, type Flight, type Way } from './flights';
import { boxOf, handSlots, heldCard, landing, spotsOf, type Box, type Spot } from './landmarks';
import { copyOf, type Flyer, type Sky } from './sky';

/**
 * Milliseconds at the usual pace: for a card's flight, between the cards of a meld, between the steps of one action.
 */
const WAY = 220;
const APART = 45;
const STEP = 450;
/** Milliseconds for the pile, which shows its cards before it flies, and for a morto, which flies face down. */
const PILE = 950;
const PILE_RESTS = 0.55;
const MORTO = 420;
const DEAL = 1_200;
/** The most cards dealt to each of the other players that are animated. */
const DEALT = 4;
/** The width of a pile at a player's seat divided by the usual width. */
const PACK = 0.3;

/** The elements and positions from before the page showed the change. */
interface Start {
  flight: Flight;
  spots: Spot[];
  /** Copies that fly if the page doesn't draw the cards at the place where they arrive. */
  copies: (HTMLElement | null)[];
  /**
   * A copy that covers the old place until its cards leave together or are covered: the pile, a morto, the top card.
   */
  rests: { copy: HTMLElement; box: Box } | null;
  resting: Flyer | null;
  /** Own cards that are already flying. */
  aloft: (Flyer | null)[];
}

export class Movement {
  private waiting: { starts: Start[]; near: number }[] = [];
  /** The frame and the timer after which the flights of a shown change begin. */
  private frame = 0;
  private after: ReturnType<typeof setTimeout> | undefined;
  /** Elements that are hidden until their cards are on the way. */
  private arriving: HTMLElement[] = [];
  /** Own cards that fly to their place before the server has answered, by card. */
  private aloft: { card: string; flyer: Flyer }[] = [];

  constructor(
    private readonly sky: Sky,
    /** The factor of all durations; 0 for no animation. */
    private readonly pace: () => number,
  ) {}

  /** Called with a change before the page shows it. */
  follow(change: TableChange): void {
    if (this.frame) this.begin();
    const from = near(change.state);
    const starts = this.pace() ? flightsOf(change).map((flight) => this.startOf(flight, from)) : [];
    this.waiting.push({ starts, near: from });
    if (this.waiting.length === 1) void tick().then(() => this.soon());
  }

  /**
   * Begins the flights after the next frame, or at once in a hidden page, which draws no frames. The page is laid out
   * for that frame and measured after it, so that the update, the frame and the flights are three short tasks.
   */
  private soon(): void {
    if (document.hidden) return this.begin();
    this.frame = requestAnimationFrame(() => (this.after = setTimeout(() => this.begin())));
    const [only, more] = this.waiting;
    if (!more) for (const start of only!.starts) this.rest(start, only!.near);
  }

  /** Until its flight begins, a card is shown at its old place and hidden at the new one. */
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

  /** Starts the flight of own cards at once. Their exact place is known when the server answers. */
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

  /** Removes flying cards that the server's answer did not confirm: they are in the hand again. */
  answered(): void {
    for (const { flyer } of this.aloft.splice(0)) this.sky.land(flyer);
  }

  /** Ends all flights: every card is in its place. */
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

  /** Starts the flights after the page has shown the change. Changes that the player skipped have no flights. */
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
    // Measure all spots first: measuring after drawing would force another layout.
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
    // The old top card stays visible until another card covers it.
    if (resting) this.sky.leave(resting, below ?? rests!.box, below ?? rests!.box, { ms: arrives });
  }

  /** Lets a flying card of the player land in its place. Returns the milliseconds until then. */
  private arrive(flyer: Flyer, to: Spot, pace: number): number {
    const ms = Math.max(flyer.due - performance.now(), 0.4 * WAY * pace);
    this.sky.redirect(flyer, to.box, { ms });
    this.sky.hide(to.node, ms);
    return ms;
  }

  /** Several cards that fly as one: the pile with its visible cards, or a morto face down. */
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
    // Measure all spots first: measuring after drawing would force another layout.
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

/** The spots with their boxes measured now, independent of later changes of the page. */
function seen(spots: readonly Spot[] | null): Spot[] {
  return (spots ?? []).map(({ box, node }) => ({ box, node }));
}

/** True for ways on which several cards fly as one. */
function isPack(way: Way): boolean {
  return way === 'pile' || way === 'morto';
}

/**
 * A copy of the pile in the same size. The pile's measures come from the table, and the copy lies outside the table.
 */
function pileCopy(pile: Element): HTMLElement {
  const copy = copyOf(pile);
  const card = boxOf(pile.querySelector('.card'));
  if (card) copy.style.setProperty('--card-width', `${card.width}px`);
  copy.style.setProperty('--fan', getComputedStyle(pile).getPropertyValue('--fan'));
  return copy;
}
