/** The deal that ended last: its final table, its points, and which of them this player has seen. */
import { untrack } from 'svelte';
import { keepFinal, keptFinal, type FinalTable } from '../../live/finalTable';
import type { Store } from '../../live/stores';
import type { State } from '../../net/types';
import { sound } from '../sound/sounds';
import { seenDeal, storeSeenDeal } from './seenDeal';
import { tabStorage } from './tabStorage';

/** Milliseconds until the sound of the last card has ended. */
const SETTLED = 300;

/** Create it in the component of the table: its effects end with that component. */
export class EndedDeal {
  /** True while the player looks at the final table again. */
  looking = $state(false);
  private seen = $state(0);
  private readonly store: Store;
  private readonly tab = tabStorage();
  private readonly now = $derived.by((): State => this.store.state!);

  /** The final table; null if this tab doesn't have it. */
  readonly final = $derived.by((): FinalTable | null => {
    const deal = this.now.last?.deal;
    if (deal === undefined && !this.store.finale) return null;
    if (this.store.finale || this.store.final?.deal === deal) return this.store.final;
    return keptFinal(this.now.match, deal!, this.tab);
  });
  /** The final table, while it is shown. */
  readonly shown = $derived.by(() => (this.store.finale || this.looking ? this.final : null));
  /** True between two deals, and before the first. */
  private readonly between = $derived.by(() => this.now.stage !== 'finished' && this.now.stage !== 'playing');
  /** The points, until the player closes them. The next deal may have begun meanwhile. */
  readonly ended = $derived.by(() =>
    this.now.last && this.now.last.deal > this.seen && this.between ? this.now.last : null,
  );
  /** True while the table waits for this player's "ready". */
  readonly awaited = $derived.by(
    () => this.between && this.now.last !== null && this.store.plays && !this.now.seats[this.now.you!]!.ready,
  );
  private readonly match = $derived.by(() => this.now.match);
  private readonly out = $derived.by(() => this.store.finale && this.shown !== null && this.shown.wentOut !== null);

  constructor(store: Store) {
    this.store = store;
    this.seen = untrack(() => this.seenBefore());
    $effect(() => storeSeenDeal(this.match, this.seen, this.tab));
    // Once the next deal has begun, the player is no longer reading.
    $effect(() => {
      if (this.now.last && !this.between) this.seen = Math.max(this.seen, this.now.last.deal);
    });
    $effect(() => {
      void this.now.last; // A spectator's store pauses at each end of a deal.
      if (!this.ended) store.proceed();
    });
    // Tells the table that this player has read the points.
    $effect(() => {
      if (this.awaited && !this.ended && store.stage === 'live') untrack(() => void store.tell('ready'));
    });
    $effect(() => {
      if (store.final) keepFinal(this.match, store.final, this.tab);
    });
    $effect(() => {
      if (this.out) sound('out', SETTLED);
    });
    // A player who plays on has seen the end. The answer to the action that ended the deal may arrive after the end.
    $effect(() => {
      if (this.ended && store.playsOn) this.seen = this.ended.deal;
    });
  }

  /** Closes the points. */
  goOn(): void {
    this.looking = false;
    if (this.ended) this.seen = this.ended.deal;
  }

  /**
   * The number of the last deal whose end was seen. In the middle of a deal, a new page counts the deal before as seen.
   */
  private seenBefore(): number {
    const { match, stage, last } = this.now;
    return seenDeal(match, this.tab) ?? (stage === 'playing' ? (last?.deal ?? 0) : 0);
  }
}
