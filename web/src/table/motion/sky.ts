/**
 * The layer over the table in which cards fly: copies of what is drawn, moved by transform and opacity alone, so that
 * the browser moves them without the page. Nothing in it can be touched, and nobody hears of it.
 */
import type { Box } from './landmarks';

/** How a flight goes, in milliseconds. */
export interface Timing {
  ms: number;
  delay?: number;
  /** Of the time, how much it is seen where it was, raised a little, before it goes. */
  rest?: number;
  /** Comes out of somebody's hand, or vanishes in it. */
  appears?: boolean;
  vanishes?: boolean;
  /** Stays where it arrives until it is taken away. */
  stays?: boolean;
}

/** Something in the air. */
export interface Flyer {
  node: HTMLElement;
  width: number;
  /** None while it rests. */
  motion: Animation | null;
  /** When it arrives, by `performance.now()`. */
  due: number;
}

/** Leaves quickly and arrives gently, as a hand does. */
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

  /** Shows a copy in a box, under all that flies, until it leaves or lands. `whole`: it is as wide as the box, and no card. */
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

  /** Sends what rests, or what is on another way, from one box to another, where it lands. */
  leave(flyer: Flyer, from: Box, to: Box, timing: Timing): void {
    const former = flyer.motion;
    const motion = (flyer.motion = animated(flyer.node, flyer.width, from, to, timing));
    if (former) former.onfinish = null;
    former?.cancel();
    if (!timing.stays) motion.onfinish = () => this.land(flyer);
    flyer.due = performance.now() + (timing.delay ?? 0) + timing.ms;
  }

  /** Has something in the air go elsewhere from where it is. */
  redirect(flyer: Flyer, to: Box, timing: Timing): void {
    if (!this.flyers.has(flyer)) return;
    const { left, top, width } = flyer.node.getBoundingClientRect();
    this.leave(flyer, { x: left, y: top, width }, to, timing);
  }

  /** Hides what is drawn already where something is still to arrive. */
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

  /** Everything is where it goes. */
  clear(): void {
    for (const each of this.hidden) each.cancel();
    this.hidden.clear();
    for (const each of this.flyers) this.land(each);
  }
}

/** A copy of what is drawn that says nothing: neither to who listens nor to who looks for a place to tap. */
export function copyOf(node: Element): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.style.opacity = ''; // Where it is to arrive it may be hidden.
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
