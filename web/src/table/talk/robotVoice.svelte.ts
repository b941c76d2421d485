/** Shows the robots' remarks, one at a time and for a moment. */
import { untrack } from 'svelte';
import { t } from '../../i18n';
import type { TableChange } from '../../live/ports';
import { settings } from '../../lib/settings/store.svelte';
import { readItem, writeItem } from '../../lib/storage';
import type { Book } from '../../board/book';
import { canastaMade } from './canastaMade';
import {
  ANSWERS,
  greeting,
  MOST,
  remark,
  robotsTalk,
  storedSpoken,
  storeSpoken,
  talker,
  variant,
  type Remark,
} from './robotTalk';
import { say } from '../../i18n/words/robots';
import { nameOf } from '../../lib/tables/seatNames';
import { formsOf } from '../../lib/tables/shortName';
import type { Store } from '../../live/stores';

/** Milliseconds for which a remark stays. */
const FOR = 6_000;
const STORAGE = { getItem: readItem, setItem: writeItem };

/** A robot's remark by its key, or a reaction. */
type Saying = { readonly seat: number } & ({ readonly key: Parameters<typeof say>[0] } | { readonly reaction: string });

export class RobotVoice {
  private saying: Saying | null = $state.raw(null);
  /** The present remark in the present language. English words may load a moment later. */
  readonly now = $derived.by(() => {
    const { saying } = this;
    return saying && 'key' in saying ? { seat: saying.seat, text: say(saying.key, { name: this.person }) } : saying;
  });
  /** The same as a text for screen readers. */
  readonly aloud = $derived.by(() => {
    const { now, store } = this;
    if (!now) return '';
    const text = 'text' in now ? now.text : t(`reaction.${now.reaction}` as 'reaction.clap');
    return say('robots.says', { who: nameOf(store.state!.seats, now.seat), text });
  });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store,
    private readonly book: Book,
  ) {}

  /** Follows the table; call it within an effect. The returned function stops that. */
  follow(): () => void {
    const stop = this.store.listen((change) => this.hear(change));
    untrack(() => this.remark(greeting(this.store.state!, this.partners)));
    const ownLine = $derived(this.store.known.lines.findLast(({ seat }) => seat === this.store.seat));
    const ownReaction = $derived(this.store.known.reactions.findLast(({ seat }) => seat === this.store.seat));
    let said = untrack(() => ownLine?.n ?? 0);
    let shown = untrack(() => ownReaction?.key ?? 0);
    $effect(() => {
      const [line, reaction] = [ownLine, ownReaction];
      const answer = ANSWERS[(line?.preset ?? '') as keyof typeof ANSWERS];
      if (line && line.n > said && answer) this.answer({ key: `robots.answer.${answer}` });
      else if (reaction && reaction.key > shown)
        this.answer({ reaction: reaction.reaction === 'sad' ? 'heart' : reaction.reaction });
      [said, shown] = [line?.n ?? said, reaction?.key ?? shown];
    });
    return () => {
      stop();
      this.dismiss();
    };
  }

  /** Removes the present remark. */
  dismiss(): void {
    clearTimeout(this.timer);
    this.saying = null;
  }

  private get partners(): boolean {
    return this.store.known.talk.partners;
  }

  private get person(): string {
    const { seats, you } = this.store.state!;
    return formsOf(nameOf(seats, you!)).at(-1)!;
  }

  private hear(change: TableChange): void {
    if (!robotsTalk(change.state, this.store.known.watchers)) return;
    const { special, bonus } = this.book;
    const opening = change.before ? greeting(change.state, this.partners) : null;
    const found = storedSpoken(change.state.match, STORAGE).times ? null : opening;
    this.remark(found ?? remark(change, canastaMade(change, special, bonus), this.partners));
  }

  /** Shows a remark unless the robots have spoken in this deal. */
  private remark(found: Remark | null): void {
    const { match, deal } = this.store.state!;
    const spoken = storedSpoken(match, STORAGE);
    const greets = found?.occasion === 'hello' || found?.occasion === 'good_game';
    if (!found || (greets ? spoken.times > 0 : spoken.deal === deal)) return;
    const { seat, occasion } = found;
    this.speak({ seat, key: `robots.${occasion}.${variant(match, occasion)}` }, greets ? 0 : deal);
  }

  private answer(what: { key: Parameters<typeof say>[0] } | { reaction: string }): void {
    const state = this.store.state!;
    this.speak({ seat: talker(state, this.partners), ...what }, storedSpoken(state.match, STORAGE).deal);
  }

  private speak(saying: Saying, deal: number): void {
    const state = untrack(() => this.store.state!);
    const { times } = storedSpoken(state.match, STORAGE);
    if (settings.robots === 'off' || times >= MOST || !robotsTalk(state, this.store.known.watchers)) return;
    storeSpoken(state.match, { times: times + 1, deal }, STORAGE);
    this.dismiss();
    this.saying = saying;
    this.timer = setTimeout(() => this.dismiss(), FOR);
  }
}
