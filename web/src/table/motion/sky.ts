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
  /** As wide as the copy is, where it is no card. */
  wide?: number;
  /** Stays where it arrives until it is taken away. */
  stays?: boolean;
  /** Under all that flies already. */
  below?: boolean;
}

/** Something in the air. */
export interface Flyer {
  node: HTMLElement;
  width: number;
  motion: Animation;
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
    const width = timing.wide ?? Math.max(from.width, to.width);
    const node = document.createElement('div');
    node.className = 'flight';
    if (timing.wide) node.style.width = `${width}px`;
    else node.style.setProperty('--card-width', `${width}px`);
    node.append(copy);
    if (timing.below) this.layer.prepend(node);
    else this.layer.append(node);
    const flyer: Flyer = { node, width, motion: animated(node, width, from, to, timing), due: arrival(timing) };
    this.flyers.add(flyer);
    this.follow(flyer, timing);
    return flyer;
  }

  /** Has something in the air go elsewhere from where it is. */
  redirect(flyer: Flyer, to: Box, timing: Timing): void {
    if (!this.flyers.has(flyer)) return;
    const { left, top, width } = flyer.node.getBoundingClientRect();
    const former = flyer.motion;
    flyer.motion = animated(flyer.node, flyer.width, { x: left, y: top, width }, to, timing);
    former.onfinish = null;
    former.cancel();
    flyer.due = arrival(timing);
    this.follow(flyer, timing);
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

  private follow(flyer: Flyer, { stays }: Timing): void {
    flyer.motion.onfinish = stays ? null : () => this.land(flyer);
  }
}

/** A copy of what is drawn that says nothing: neither to who listens nor to who looks for a place to tap. */
export function copyOf(node: Element): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  for (const each of copy.querySelectorAll('.unseen, .hit, button')) each.remove();
  for (const each of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const name of ['role', 'aria-label', 'data-card', 'data-place', 'id']) if (each.tagName !== 'clipPath') each.removeAttribute(name);
  }
  return copy;
}

function arrival({ ms, delay = 0 }: Timing): number {
  return performance.now() + delay + ms;
}

function animated(node: HTMLElement, width: number, from: Box, to: Box, timing: Timing): Animation {
  const at = ({ x, y, width: wide }: Box, raised = 1): string => `translate(${x}px, ${y}px) scale(${(wide / width) * raised})`;
  const { ms, delay = 0, rest = 0, appears, vanishes } = timing;
  const frames: Keyframe[] = [{ transform: at(from), opacity: appears ? 0 : 1, ...(!rest && { easing: EASING }) }];
  if (rest) frames.push({ transform: at(from, RAISED), offset: rest / 4 }, { transform: at(from, RAISED), offset: rest, opacity: 1, easing: EASING });
  if (appears) frames.push({ opacity: 1, offset: 0.25 });
  if (vanishes) frames.push({ opacity: 1, offset: 0.8 });
  frames.push({ transform: at(to), opacity: vanishes ? 0 : 1 });
  return node.animate(frames, { duration: ms, delay, fill: 'both' });
}
