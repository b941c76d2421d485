/** Dragging a card of the hand with a finger or the mouse: a convenience, nothing needs it. */
import type { TargetPlace } from '../../../board/targets.svelte';

/** So far a finger may tremble while it taps. */
const TREMBLE = 9;

/** Where cards were let go: on a place of the table, or at a point of the page. */
export type Dropped = { on: TargetPlace; number: number | undefined } | { x: number; y: number };

interface DragDependencies {
  /** Cards were picked up. */
  begin: (key: string) => void;
  drop: (key: string, dropped: Dropped) => void;
}

export class Drag {
  /** The card under the finger, and how far it has come. */
  key: string | null = $state(null);
  x = $state(0);
  y = $state(0);
  private held: { key: string; pointer: number; x: number; y: number } | null = null;
  /** The click that ends a drag is none. */
  private dragged = false;

  constructor(private readonly dependencies: DragDependencies) {}

  /** Whether a click belongs to a drag that has just ended. */
  get justDragged(): boolean {
    return this.dragged;
  }

  down(event: PointerEvent, key: string): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.dragged = false;
    // A mouse that moves fast has left the card before it is known to drag it.
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.held = { key, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    const { held } = this;
    if (!held || held.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (this.key === null) {
      if (Math.hypot(x, y) < TREMBLE) return;
      this.key = held.key;
      this.dependencies.begin(held.key);
    }
    [this.x, this.y] = [x, y];
  }

  up(event: PointerEvent): void {
    const { key } = this;
    if (key !== null && this.held?.pointer === event.pointerId) {
      this.dragged = true;
      this.dependencies.drop(key, droppedAt(event.clientX, event.clientY));
    }
    this.cancel();
  }

  cancel(): void {
    this.held = this.key = null;
    this.x = this.y = 0;
  }
}

/** What lies there: an element with a `data-place`, and a meld's `data-number`. */
function droppedAt(x: number, y: number): Dropped {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>('[data-place]');
    if (!found) continue;
    const { place, number } = found.dataset;
    return { on: place as TargetPlace, number: number === undefined ? undefined : Number(number) };
  }
  return { x, y };
}
