/** The positions of the table's places in the window. They are measured before and after the page shows a change. */
import { laidAt } from '../../board/lastAction';
import type { Place } from './flights';

/** The top left corner and the width of a card, or of a pile that flies like a card. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

/** A place, and the element drawn there. Reading the box forces a layout if the page has changed. */
export interface Spot {
  readonly box: Box;
  readonly node: HTMLElement | null;
}

/** The height of a card divided by its width. */
const TALL = 1.4;
/** The width of a card at a player's face divided by the width of the face. */
const AT_A_FACE = 0.62;
/** The gap between melds. */
const GAP = 6;

/**
 * The spots of these cards at a place, one for each card; null if the place is not shown. `near` is the side drawn
 * near.
 */
export function spotsOf(place: Place, cards: readonly string[], near: number): Spot[] | null {
  switch (place.at) {
    case 'stock':
      return alike(cards, one('.stock .card') ?? one('.stock .cards'));
    case 'pile':
      return alike(cards, one('.discards .slot:last-child .card') ?? one('.discards .cards'));
    case 'morto':
      return alike(cards, one(`.mortos .morto:nth-child(${place.place + 1}) .card`) ?? one('.mortos .cards'));
    case 'seat': {
      const face = one(`[data-seat="${place.seat}"] .face`);
      return face && cards.map(() => spot(null, () => middleOf(face, face.offsetWidth * AT_A_FACE)));
    }
    case 'hand':
      return handSpots(cards);
    case 'meld':
      return meldSpots(meldOf(place.side, place.number, near), cards);
    case 'threes':
      return picked(all(`${zone(place.side, near)} .three .card`), cards);
  }
}

/** The expected position of a card that leaves the hand, before it has arrived; null if it can't be known. */
export function landing(place: Place, near: number): Box | null {
  if (place.at === 'pile') {
    const top = one('.discards .slot:last-child .card');
    const before = one('.discards .slot:nth-last-child(2)');
    if (!top) return boxOf(one('.discards .cards'));
    const box = boxOf(top)!;
    return before ? { ...box, x: box.x + before.getBoundingClientRect().width } : box;
  }
  if (place.at !== 'meld') return null;
  const meld = meldOf(place.side, place.number, near);
  if (meld) return restingBox(meld, all('.slot', meld).at(-1));
  const list = one(`${zone(place.side, near)} .list`);
  const last = list?.lastElementChild as HTMLElement | null;
  const scroller = list?.closest<HTMLElement>('.scroller');
  if (!list || !scroller) return null;
  const { left, top } = list.getBoundingClientRect();
  const width = px(scroller, '--card-width');
  return last
    ? { x: left + px(last, '--x') + px(last, '--wide') + GAP, y: top + px(last, '--y'), width }
    : { x: left, y: top, width };
}

/** A card of the hand by its key. */
export function heldCard(key: string): HTMLElement | null {
  return one(`.hand .slot[data-key="${key}"] .card`);
}

/** The cards of the hand, or only those just received. */
export function handSlots(fresh: boolean): HTMLElement[] {
  const held = all('.hand .slot .card');
  const come = held.filter((card) => card.classList.contains('fresh'));
  return fresh && come.length ? come : held;
}

export function boxOf(node: Element | null): Box | null {
  if (!node) return null;
  const { left, top, width } = node.getBoundingClientRect();
  return { x: left, y: top, width };
}

/** A card of a width in the middle of something. */
function middleOf(node: Element, width: number): Box {
  const { left, top, width: wide, height } = node.getBoundingClientRect();
  return { x: left + (wide - width) / 2, y: top + (height - width * TALL) / 2, width };
}

/**
 * The spots of these cards in the hand. Of equal cards the newest counts; a missing card gets the middle of the hand.
 */
function handSpots(cards: readonly string[]): Spot[] | null {
  const hand = one('.hand');
  if (!hand) return null;
  const held = all('.hand .slot');
  const free = [...held.filter((slot) => one('.fresh', slot)), ...held.filter((slot) => !one('.fresh', slot))];
  return cards.map((card) => {
    const place = free.findIndex(({ dataset }) => dataset.card === card);
    const [slot] = place < 0 ? [] : free.splice(place, 1);
    if (!slot) return spot(null, () => middleOf(hand, px(hand, '--card-width')));
    return spot(one('.card', slot));
  });
}

function meldSpots(meld: HTMLElement | null, cards: readonly string[]): Spot[] | null {
  if (!meld) return null;
  const slots = all('.slot', meld);
  const lying = slots.map((slot) => one('.card', slot)?.dataset.card ?? '');
  return laidAt(lying, cards).map((place) =>
    spot(slots[place] ? one('.card', slots[place]) : null, () => restingBox(meld, slots[place])!),
  );
}

/** The position of a meld's card after its animations have ended. */
function restingBox(meld: HTMLElement, slot: HTMLElement | undefined): Box | null {
  const card = slot && one('.card', slot);
  const list = meld.parentElement;
  if (!slot || !card || !list) return null;
  const { left, top } = list.getBoundingClientRect();
  return {
    x: left + px(meld, '--x') + px(slot, '--x'),
    y: top + px(meld, '--y') + px(slot, '--y'),
    width: card.offsetWidth,
  };
}

/** An element and its position, which is measured when it is read. */
function spot(node: HTMLElement | null, box: () => Box = () => boxOf(node)!): Spot {
  return {
    node,
    get box() {
      return box();
    },
  };
}

function picked(nodes: readonly HTMLElement[], cards: readonly string[]): Spot[] | null {
  const found = laidAt(
    nodes.map(({ dataset }) => dataset.card ?? ''),
    cards,
  ).map((place) => nodes[place]);
  return found.every((node) => node) ? found.map((node) => spot(node!)) : null;
}

function alike(cards: readonly string[], node: HTMLElement | null): Spot[] | null {
  return node && cards.map(() => spot(node));
}

function meldOf(side: number, number: number, near: number): HTMLElement | null {
  return all(`${zone(side, near)} li.meld`)[number - 1] ?? null;
}

function zone(side: number, near: number): string {
  return side === near ? '.melds:not(.far)' : '.melds.far';
}

/** The value in pixels of a style property that the page has set. */
function px(node: HTMLElement, name: string): number {
  return Number.parseFloat(node.style.getPropertyValue(name)) || 0;
}

function one(where: string, from: ParentNode = document): HTMLElement | null {
  return from.querySelector<HTMLElement>(where);
}

function all(where: string, from: ParentNode = document): HTMLElement[] {
  return [...from.querySelectorAll<HTMLElement>(where)];
}
