/** Drags cards of the hand by finger or mouse. A convenience: everything works without it. */
import type { TargetPlace } from '../../../board/targets.svelte';

/** Pixels that a finger may move during a tap. */
const TREMBLE = 9;

/** The place where cards were dropped: a place of the table, or a point of the page. */
export type Dropped = { on: TargetPlace; number: number | undefined } | { x: number; y: number };

interface DragDependencies {
  /** Called when the drag begins. */
  begin: (key: string) => void;
  drop: (key: string, dropped: Dropped) => void;
}

export class Drag {
  /** The dragged card, and its distance from the start. */
  key: string | null = $state(null);
  x = $state(0);
  y = $state(0);
  private held: { key: string; pointer: number; x: number; y: number } | null = null;
  /** True until the click that ends a drag has passed. */
  private dragged = false;

  constructor(private readonly dependencies: DragDependencies) {}

  /** True if a click belongs to a drag that has just ended. */
  get justDragged(): boolean {
    return this.dragged;
  }

  down(event: PointerEvent, key: string): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.dragged = false;
    // A fast mouse leaves the card before the drag begins; the capture keeps its events.
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

/** The element with a `data-place` at this point, with a meld's `data-number`; otherwise the point. */
function droppedAt(x: number, y: number): Dropped {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>('[data-place]');
    if (!found) continue;
    const { place, number } = found.dataset;
    return { on: place as TargetPlace, number: number === undefined ? undefined : Number(number) };
  }
  return { x, y };
}
