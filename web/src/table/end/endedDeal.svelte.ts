/** The deal that ended last, as one reader has it: its last table, its points, whether both have been seen. */
import { untrack } from 'svelte';
import { keepFinal, keptFinal, type FinalTable } from '../../live/finalTable';
import type { Store } from '../../live/stores';
import type { State } from '../../net/types';
import { sound } from '../sound/sounds';
import { seenDeal, storeSeenDeal } from './seenDeal';
import { tabStorage } from './tabStorage';

/** Milliseconds until the card of who went out has been heard. */
const SETTLED = 300;

/** To be made by the component of the table: its effects end with that. */
export class EndedDeal {
  /** Whether the final table is looked at again. */
  looking = $state(false);
  private seen = $state(0);
  private readonly store: Store;
  private readonly tab = tabStorage();
  private readonly now = $derived.by((): State => this.store.state!);

  /** The final table; null where this tab has none. */
  readonly final = $derived.by((): FinalTable | null => {
    const deal = this.now.last?.deal;
    if (deal === undefined && !this.store.finale) return null;
    if (this.store.finale || this.store.final?.deal === deal) return this.store.final;
    return keptFinal(this.now.match, deal!, this.tab);
  });
  /** The same while it is shown. */
  readonly shown = $derived.by(() => (this.store.finale || this.looking ? this.final : null));
  /** Between two deals, or before the first. */
  private readonly between = $derived.by(() => this.now.stage !== 'finished' && this.now.stage !== 'playing');
  /** Its points, until they are put away; the next deal may have begun behind them. */
  readonly ended = $derived.by(() =>
    this.now.last && this.now.last.deal > this.seen && this.between ? this.now.last : null,
  );
  /** Whether the table waits until this reader has read. */
  readonly awaited = $derived.by(
    () => this.between && this.now.last !== null && this.store.plays && !this.now.seats[this.now.you!]!.ready,
  );
  private readonly match = $derived.by(() => this.now.match);
  private readonly out = $derived.by(() => this.store.finale && this.shown !== null && this.shown.wentOut !== null);

  constructor(store: Store) {
    this.store = store;
    this.seen = untrack(() => this.seenBefore());
    $effect(() => storeSeenDeal(this.match, this.seen, this.tab));
    // When the table has gone on, there is nothing left to read.
    $effect(() => {
      if (this.now.last && !this.between) this.seen = Math.max(this.seen, this.now.last.deal);
    });
    $effect(() => {
      void this.now.last; // With each end of a deal, the store of a spectator holds by itself.
      if (!this.ended) store.proceed();
    });
    // The table waits for those who read, and is told when they have.
    $effect(() => {
      if (this.awaited && !this.ended && store.stage === 'live') untrack(() => void store.tell('ready'));
    });
    $effect(() => {
      if (store.final) keepFinal(this.match, store.final, this.tab);
    });
    $effect(() => {
      if (this.out) sound('out', SETTLED);
    });
    // A player who plays on has seen it. The answer to the action that ended the deal may come after the end.
    $effect(() => {
      if (this.ended && store.playsOn) this.seen = this.ended.deal;
    });
  }

  /** Puts the points away. */
  goOn(): void {
    this.looking = false;
    if (this.ended) this.seen = this.ended.deal;
  }

  /** A page opened in the middle of a deal has seen the end of the one before. */
  private seenBefore(): number {
    const { match, stage, last } = this.now;
    return seenDeal(match, this.tab) ?? (stage === 'playing' ? (last?.deal ?? 0) : 0);
  }
}
