/** Shows how the table went on: what `flights` tells of each change, in the layer over the table. */
import { tick } from 'svelte';
import type { TableChange } from '../../net/ports';
import { near } from '../seatNames';
import { flightsOf, type Flight } from './flights';
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
  spots: Spot[] | null;
  /** What flies if it isn't drawn where it goes, and the card that it will cover. */
  copies: (HTMLElement | null)[];
  former: HTMLElement | null;
  /** Own cards that are in the air already. */
  aloft: (Flyer | null)[];
}

export class Movement {
  private waiting: { starts: Start[]; near: number }[] = [];
  /** The picture with which those begin that the page has followed. */
  private frame = 0;
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
   * With the next picture; none comes while nobody sees the page. The page is laid out for it here: drawing is the
   * longest task of a round, and has that much less to do.
   */
  private soon(): void {
    if (document.hidden) return this.begin();
    this.frame = requestAnimationFrame(() => this.begin());
    if (this.waiting[0]?.starts.length) document.body.getBoundingClientRect();
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
    const spots = spotsOf(flight.from, cards, from);
    const pile = document.querySelector('.discards .slot:last-child .card');
    const drawn = way === 'pile' ? document.querySelector('.discards') : null;
    const copies = drawn ? [pileCopy(drawn)] : (spots ?? []).map(({ node }) => node && copyOf(node));
    const own = flight.from.at === 'hand' && to.at !== 'hand';
    const aloft = cards.map((card) => {
      const place = own ? this.aloft.findIndex((each) => each.card === card) : -1;
      return place < 0 ? null : this.aloft.splice(place, 1)[0]!.flyer;
    });
    if (drawn && spots?.[0]) spots[0] = { box: boxOf(drawn)!, node: null };
    return { flight, spots, copies, former: to.at === 'pile' && pile ? copyOf(pile) : null, aloft };
  }

  /** The page has followed. What was shown at once, because somebody doesn't want to wait, needs no way. */
  private begin(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const waiting = this.waiting;
    this.waiting = [];
    const pace = this.pace();
    const all = waiting.flatMap(({ starts }) => starts);
    if (waiting.length > 1 || !pace || document.hidden) {
      for (const flyer of all.flatMap(({ aloft }) => aloft)) if (flyer) this.sky.land(flyer);
      return;
    }
    const { near: from } = waiting[0]!;
    const dealt = all.filter(({ flight }) => flight.way === 'deal');
    if (dealt.length) return this.deal(dealt, pace, from);
    for (const start of all) {
      const delay = start.flight.step * STEP * pace;
      if (start.flight.way === 'pile' || start.flight.way === 'morto') this.pack(start, pace, delay, from);
      else this.cards(start, pace, delay, from);
    }
  }

  private cards({ flight, spots, copies, former, aloft }: Start, pace: number, delay: number, from: number): void {
    const ends = spotsOf(flight.to, flight.cards, from);
    flight.cards.forEach((_, place) => {
      const to = ends?.[place];
      const flying = aloft[place];
      if (!to) return void (flying && this.sky.land(flying));
      if (flying) return this.arrive(flying, to, pace, former);
      const start = spots?.[place];
      const drawn = to.node ? copyOf(to.node) : copies[place];
      if (!start || !drawn) return;
      const late = delay + Math.min(place * APART, 6 * APART) * pace;
      const ms = WAY * pace;
      if (former && to.node) this.cover(former, ms + late);
      this.sky.hide(to.node, ms + late);
      this.sky.fly(drawn, start.box, to.box, { ms, delay: late, appears: flight.from.at === 'seat', vanishes: flight.to.at === 'seat' });
    });
  }

  /** An own card that is in the air comes to lie where it does. */
  private arrive(flyer: Flyer, to: Spot, pace: number, former: HTMLElement | null): void {
    const ms = Math.max(flyer.due - performance.now(), 0.4 * WAY * pace);
    if (former && to.node) this.cover(former, ms);
    this.sky.redirect(flyer, to.box, { ms });
    this.sky.hide(to.node, ms);
  }

  /** The card that lay on the pile is seen until another one covers it. */
  private cover(former: HTMLElement, ms: number): void {
    const below = document.querySelector('.discards .slot:nth-last-child(2) .card') ?? document.querySelector('.discards .slot .card');
    const box = boxOf(below);
    if (box) this.sky.fly(former, box, box, { ms, below: true });
  }

  /** Many cards as one: the pile as it lay, with what was seen of it; a morto closed. */
  private pack({ flight, spots, copies }: Start, pace: number, delay: number, from: number): void {
    const start = spots?.[0];
    const [copy] = copies;
    const target = spotsOf(flight.to, ['??'], from)?.[0];
    if (!start || !copy || !target) return;
    const pile = flight.way === 'pile';
    const width = start.box.width * (pile && flight.to.at === 'seat' ? PACK : 1);
    const middle = target.box.x + target.box.width / 2;
    const to = { x: middle - width / 2, y: target.box.y, width };
    const ms = (pile ? PILE : MORTO) * pace;
    const rest = pile ? PILE_RESTS : 0.2;
    this.sky.fly(copy, start.box, to, { ms, delay, rest, vanishes: true, ...(pile && { wide: start.box.width }) });
    if (flight.to.at === 'hand') for (const slot of handSlots(true)) this.sky.hide(slot, delay + ms * 0.9);
  }

  private deal(all: readonly Start[], pace: number, from: number): void {
    const stock = spotsOf({ at: 'stock' }, ['??'], from)?.[0];
    if (!stock?.node) return;
    const ms = WAY * pace;
    const last = DEAL * pace - ms;
    const send = (box: Box, delay: number, vanishes: boolean): void => void this.sky.fly(copyOf(stock.node!), stock.box, box, { ms, delay, vanishes });
    const faces = all.map(({ flight }) => (flight.to.at === 'seat' ? spotsOf(flight.to, ['??'], from)?.[0] : undefined));
    for (const [place, { flight }] of all.entries()) {
      if (flight.to.at === 'hand') {
        // All are asked first: a question after something was drawn has the page laid out anew.
        const slots = handSlots(false);
        const boxes = slots.map((slot) => boxOf(slot)!);
        slots.forEach((slot, place) => {
          const delay = (last * place) / slots.length;
          send(boxes[place]!, delay, false);
          this.sky.hide(slot, delay + ms);
        });
      }
      const face = faces[place];
      for (let card = 0; face && card < DEALT; card++) send(face.box, (last * (card + 0.5)) / DEALT, true);
    }
  }
}

/** A copy of the pile as large as it lies: its measures come from the table, in which the copy doesn't lie. */
function pileCopy(pile: Element): HTMLElement {
  const copy = copyOf(pile);
  const card = boxOf(pile.querySelector('.card'));
  if (card) copy.style.setProperty('--card-width', `${card.width}px`);
  copy.style.setProperty('--fan', getComputedStyle(pile).getPropertyValue('--fan'));
  return copy;
}
