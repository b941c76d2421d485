/**
 * The layer over the table in which cards fly. It moves copies of elements by transform and opacity alone, which the
 * browser animates without a layout of the page. The copies can't be tapped and are hidden from screen readers.
 */
import type { Box } from './landmarks';

/** The timing of a flight, in milliseconds. */
export interface Timing {
  ms: number;
  delay?: number;
  /** The part of the time for which the card rests at its old place, a little raised, before it moves. */
  rest?: number;
  /** Fades in at a player's seat, or fades out there. */
  appears?: boolean;
  vanishes?: boolean;
  /** Stays after its arrival until it is removed. */
  stays?: boolean;
}

/** A flying copy. */
export interface Flyer {
  node: HTMLElement;
  width: number;
  /** Null while it rests. */
  motion: Animation | null;
  /** The time of its arrival, by `performance.now()`. */
  due: number;
}

/** Fast at the beginning and slow at the end, as a hand moves. */
const EASING = 'cubic-bezier(0.3, 0.1, 0.2, 1)';
const RAISED = 1.06;

export class Sky {
  private readonly flyers = new Set<Flyer>();
  private readonly hidden = new Set<Animation>();

  constructor(private readonly layer: HTMLElement) {}

  /** Sends a copy from one box to another. */
  fly(copy: HTMLElement, from: Box, to: Box, timing: Timing): Flyer {
    const flyer = this.rest(copy, { ...from, width: Math.max(from.width, to.width) });
    this.layer.append(flyer.node);
    this.leave(flyer, from, to, timing);
    return flyer;
  }

  /**
   * Shows a resting copy in a box, below all flights, until it leaves or lands. `whole`: it fills the box and is not a
   * card.
   */
  rest(copy: HTMLElement, { x, y, width }: Box, whole = false): Flyer {
    const node = document.createElement('div');
    node.className = 'flight';
    node.style.setProperty(whole ? 'width' : '--card-width', `${width}px`);
    node.style.transform = `translate(${x}px, ${y}px)`;
    node.append(copy);
    this.layer.prepend(node);
    const flyer: Flyer = { node, width, motion: null, due: Infinity };
    this.flyers.add(flyer);
    return flyer;
  }

  /** Sends a resting or flying copy from one box to another, where it lands. */
  leave(flyer: Flyer, from: Box, to: Box, timing: Timing): void {
    const former = flyer.motion;
    const motion = (flyer.motion = animated(flyer.node, flyer.width, from, to, timing));
    if (former) former.onfinish = null;
    former?.cancel();
    if (!timing.stays) motion.onfinish = () => this.land(flyer);
    flyer.due = performance.now() + (timing.delay ?? 0) + timing.ms;
  }

  /** Sends a flying copy to another box from its present position. */
  redirect(flyer: Flyer, to: Box, timing: Timing): void {
    if (!this.flyers.has(flyer)) return;
    const { left, top, width } = flyer.node.getBoundingClientRect();
    this.leave(flyer, { x: left, y: top, width }, to, timing);
  }

  /** Hides an element until its card arrives. */
  hide(node: Element | null, ms: number): void {
    const hidden = node?.animate({ opacity: [0, 0] }, ms);
    if (!hidden) return;
    this.hidden.add(hidden);
    hidden.onfinish = () => this.hidden.delete(hidden);
  }

  land(flyer: Flyer): void {
    this.flyers.delete(flyer);
    flyer.node.remove();
  }

  /** Removes all copies and shows the hidden elements. */
  clear(): void {
    for (const each of this.hidden) each.cancel();
    this.hidden.clear();
    for (const each of this.flyers) this.land(each);
  }
}

/** A copy of an element, hidden from screen readers and without buttons or places to tap. */
export function copyOf(node: Element): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.style.opacity = ''; // The original may be hidden until its card arrives.
  for (const each of copy.querySelectorAll('.unseen, .hit, button')) each.remove();
  for (const each of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const name of ['role', 'aria-label', 'data-card', 'data-place', 'id'])
      if (each.tagName !== 'clipPath') each.removeAttribute(name);
  }
  return copy;
}

function animated(node: HTMLElement, width: number, from: Box, to: Box, timing: Timing): Animation {
  const at = ({ x, y, width: wide }: Box, raised = 1): string =>
    `translate(${x}px, ${y}px) scale(${(wide / width) * raised})`;
  const { ms, delay = 0, rest = 0, appears, vanishes } = timing;
  const frames: Keyframe[] = [{ transform: at(from), opacity: appears ? 0 : 1, ...(!rest && { easing: EASING }) }];
  if (rest)
    frames.push(
      { transform: at(from, RAISED), offset: rest / 4 },
      { transform: at(from, RAISED), offset: rest, opacity: 1, easing: EASING },
    );
  if (appears) frames.push({ opacity: 1, offset: 0.25 });
  if (vanishes) frames.push({ opacity: 1, offset: 0.8 });
  frames.push({ transform: at(to), opacity: vanishes ? 0 : 1 });
  return node.animate(frames, { duration: ms, delay, fill: 'both' });
}
