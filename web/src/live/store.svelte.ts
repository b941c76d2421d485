/**
 * A live table: the known state, the commands on their way, and the connection. Call `open`, and `close` at the end.
 */
import { PendingCommands, type Outcome, type Pending, type NewCommand } from '../net/connection/pendingCommands';
import { ServerClock } from '../net/clock';
import { Cuts, hex, LOT, randomBytes, type ShuffleCheck } from '../net/fairness/cuts';
import { merged, newEvents, NOTHING, reduce, type Known } from '../net/connection/tableReducer';
import { noticesOf, type Notice } from '../net/connection/notices';
import { safely, type TableChange, type TableRef, type StoreDependencies } from './ports';
import { Questions, type Answer } from '../net/connection/questions';
import { BEFORE, type Deliver, type Report, type Stage } from '../net/connection/reconnection';
import { Connection, later, protocolsFor, socketUrl } from '../net/connection/socket';
import { channel, Tab } from '../net/connection/tabs';
import {
  Close,
  type DealEndedEvent,
  type Fault,
  type Hinted,
  type Previewed,
  type ServerMessage,
  type State,
  type Update,
} from '../net/types';
import { watchNetwork } from '../net/connection/networkEvents';
import { finalTable, type FinalTable } from './finalTable';
import { finalPause, finalTime, pauseOf, Presentation, timeOf, type Pace } from './presentation';

/** Milliseconds between the loss of a seat and another tab's release within which both belong to the same event. */
const TOGETHER = 5_000;
/**
 * Milliseconds of doubt about the server's time from which it is requested, and the most requests: a loading page
 * answers late.
 */
const DOUBT = 300;
const TIMES = 5;

/** An item that waits to be shown: an update, or the final table of a deal before its points. */
type Shown = { message: Update; after: number } | { ended: DealEndedEvent };

export class TableStore {
  /**
   * All that is shown: the state, the log, the chat and so on. Actions of others appear at a pace that the player can
   * follow.
   */
  known: Known = $state.raw(NOTHING);
  /** True while known events wait to be shown. */
  presenting = $state.raw(false);
  /** The final table of the last deal, and if it is being shown. */
  final: FinalTable | null = $state.raw(null);
  finale = $state.raw(false);
  /** The server's present state. */
  private arrived: State | null = null;
  private report: Report = $state.raw(BEFORE);
  /** The time of the present report, and when the connection was last live. */
  private since = $state.raw(0);
  private lost: number | null = $state.raw(null);
  private drained: number | null = $state.raw(null);
  /** The commands on their way, in order. */
  pending: readonly Pending[] = $state.raw([]);
  /** The check of each deal's shuffle, by number, and of the draw for seats. */
  shuffles: ReadonlyMap<number, ShuffleCheck> = $state.raw(new Map());
  /** The server's last error that belongs to no command; null once dismissed. */
  fault: Fault | null = $state.raw(null);
  /** True if the draw for seats failed its check, until it is dismissed. */
  private unfair = $state.raw(false);

  private connection: Connection;
  private readonly commands: PendingCommands;
  private readonly questions: Questions;
  private readonly cuts: Cuts;
  private readonly tab: Tab;
  private readonly listeners = new Set<(change: TableChange) => void>();
  private stop: (() => void) | null = null;
  private closed = false;
  private regained = -Infinity;
  private readonly clock: ServerClock;
  private asked = 0;
  private readonly presentation: Presentation<Shown>;

  constructor(
    readonly place: TableRef,
    private readonly dependencies: StoreDependencies = {},
  ) {
    this.clock = dependencies.clock ?? new ServerClock(); // A table's time is not the time of day.
    const name = hex(randomBytes(6));
    this.cuts = dependencies.cuts ?? new Cuts();
    this.commands = new PendingCommands(name, (list) => (this.pending = list));
    this.questions = new Questions(name, (message) => this.connection.tell(message));
    const holder = { seated: () => this.holds(), yield: () => this.letGo(), regain: () => this.regain() };
    const others = dependencies.others === undefined ? channel() : dependencies.others;
    this.tab = new Tab(place.table, name, holder, others, dependencies.now);
    this.presentation = new Presentation({
      show: (item) => ('ended' in item ? this.showFinal(item.ended) : this.present(item.message, item.after)),
      pause: (item) => ('ended' in item ? finalPause(this.pace) : this.pauseBefore(item.message)),
      changed: (waits) => (this.presenting = waits),
      later: dependencies.later ?? later,
      now: dependencies.now ?? (() => performance.now()), // The time of day may jump.
    });
    this.connection = this.connect(place.from ?? 0, 0);
  }

  /** Connects to the table. The returned function closes the store. */
  open(): () => void {
    this.stop = (this.dependencies.follow ?? watchNetwork)({
      wake: () => this.connection.wake(),
      doubt: () => this.connection.doubt(),
    });
    this.connection.network(true);
    return () => this.close();
  }

  /** Closes the connection; the player keeps the seat. */
  close(): void {
    this.closed = true;
    this.stop?.();
    this.presentation.close();
    this.connection.close();
    this.commands.giveUp();
    this.tab.close();
    this.listeners.clear();
  }

  /** Tries again now: after an end it plays in this tab, and while waiting it skips the wait. */
  again(): void {
    if (this.closed) return;
    if (this.stage !== 'ended') return this.connection.wake();
    this.connection.close(); // Stops its timers; the rest has ended.
    this.tab.take();
    this.connection = this.connect(this.place.from ?? 0, this.known.seq);
    this.connection.network(true);
  }

  // State

  get state(): State | null {
    return this.known.state;
  }

  /** The player's own seat; null for a spectator and before the first welcome. */
  get seat(): number | null {
    return this.known.state?.you ?? null;
  }

  get stage(): Stage {
    return this.report.stage;
  }

  /** True if this seat acts next, and not a bot for it. */
  get myTurn(): boolean {
    const play = this.known.state?.play;
    return !!play && play.to_act !== null && play.to_act === this.seat && play.bot === null;
  }

  /** True if this page plays a seat, so that the table waits for it between deals. */
  get plays(): boolean {
    return this.seat !== null && !this.known.state?.seats[this.seat]?.held;
  }

  /** True if an action or an undo is on its way, so that the state is about to change. */
  get acting(): boolean {
    return this.pending.some(({ message }) => message.type === 'act' || message.type === 'undo');
  }

  /** True if an action or an undo of the shown state is on its way, not the action that led to this state. */
  get playsOn(): boolean {
    const step = this.state?.step;
    return this.pending.some(
      ({ message }) => (message.type === 'act' || message.type === 'undo') && message.step === step,
    );
  }

  /** The notices about the connection, most severe first. */
  get notices(): readonly Notice[] {
    const { report, since, lost, drained, fault, unfair, known } = this;
    return noticesOf({ report, since, lost, drained, fault, unfair, known });
  }

  /** The server's time, by which clocks run. */
  serverTime(): number {
    return this.clock.now();
  }

  /** Milliseconds left to the seat to act; null if no clock runs. */
  timeLeft(): number | null {
    const { clock, seats, times } = this.known.state ?? {};
    if (!clock || clock.due === null) return null;
    // The clock starts after the bots' actions were shown; until then it shows its whole time.
    const whole = clock.paused || !times?.turn ? Infinity : times.turn + (seats?.[clock.seat]?.bank ?? 0);
    return Math.min(whole, Math.max(0, clock.due - this.serverTime()));
  }

  /** Calls a listener with each change. The returned function ends that. */
  listen(listener: (change: TableChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Checks the shuffle of an ended deal, or the draw for seats, again; null if this page has not seen it or can't check
   * it now.
   */
  async verify(deal: number): Promise<ShuffleCheck | null> {
    const { state, ended } = this.known;
    if (!state) return null;
    const { lot, match, seats, you } = state;
    const over = ended.get(deal);
    const look = async (): Promise<ShuffleCheck | null> => {
      if (deal === LOT) return lot && this.cuts.checkLot(lot, match, seats.length);
      return over ? this.cuts.check(over, match, you) : null;
    };
    const shuffle = await look().catch(() => null); // The code could not be loaded.
    if (shuffle) this.shuffles = new Map([...this.shuffles, [deal, shuffle]]);
    if (deal === LOT) this.unfair = shuffle?.status === 'wrong';
    return shuffle;
  }

  /** Shows all waiting events at once. */
  skip(): void {
    this.presentation.flush();
  }

  /** Shows no further events until `proceed`, while the user reads the points of a deal. */
  hold(): void {
    if (this.pace !== 'none') this.presentation.hold(true);
  }

  proceed(): void {
    this.presentation.hold(false);
  }

  dismiss(): void {
    this.fault = null;
    this.unfair = false;
    this.known = { ...this.known, missed: null };
  }

  // Commands: each promise resolves once the state shows the effect, and none is ever rejected

  /** Plays an action in notation; `optimistic` if the caller shows it as done already. */
  act(action: string, { optimistic = false } = {}): Promise<Outcome> {
    return this.do({ type: 'act', action, step: this.state?.step ?? 0 }, optimistic);
  }

  /** Undoes the last meld of your turn. */
  undo({ optimistic = false } = {}): Promise<Outcome> {
    return this.do({ type: 'undo', step: this.state?.step ?? 0 }, optimistic);
  }

  say(line: { text: string } | { preset: string }): Promise<Outcome> {
    return this.do({ type: 'say', ...line });
  }

  react(reaction: string): Promise<Outcome> {
    return this.do({ type: 'react', reaction });
  }

  /** Handles an offer of `resign` or `rematch`. */
  offering(type: 'offer' | 'accept' | 'decline' | 'take_back', offer: 'resign' | 'rematch'): Promise<Outcome> {
    return this.do({ type, offer });
  }

  /** Ready to begin; claims the match; takes the seat back from the bot; leaves the seat. */
  tell(type: 'ready' | 'claim' | 'back' | 'leave'): Promise<Outcome> {
    return this.do({ type });
  }

  /** Lets a bot play for the absent player who delays the table. */
  standIn(absent: number): Promise<Outcome> {
    return this.do({ type: 'stand_in', absent });
  }

  /** Requests the offers for these cards of the player's hand; in notation, separated by blanks. */
  preview(cards: string): Promise<Answer<Previewed>> {
    return this.questions.ask({ type: 'preview', cards });
  }

  /** Requests the move that a bot would make, if the table gives hints. */
  hint(): Promise<Answer<Hinted>> {
    return this.questions.ask({ type: 'hint' });
  }

  private get pace(): Pace {
    return this.dependencies.pace?.() ?? 'none';
  }

  private do(command: NewCommand, optimistic = false): Promise<Outcome> {
    if (this.stage === 'ended') return Promise.resolve({ is: 'unknown' });
    if (command.type === 'act' || command.type === 'undo') this.skip(); // The player's own actions are shown at once.
    const { message, outcome } = this.commands.add(command, this.clock.steady(), optimistic);
    this.connection.ask(message);
    return outcome;
  }

  // Connection

  private connect(start: number, seen: number): Connection {
    const { table, watch = false, invitation = '' } = this.place;
    const dial =
      this.dependencies.dial ??
      ((from: number) => new WebSocket(socketUrl(table, from, { watch }), protocolsFor(invitation)));
    const { now, later } = this.dependencies;
    const connection = {
      dial: (from: number) => {
        this.tab.announce();
        return dial(from);
      },
      hear: (heard: Deliver | Report) => this.hear(heard),
      answered: (message: ServerMessage) => this.questions.answer(message),
      steady: this.clock.steady,
      ...(now && { now }),
      ...(later && { later }),
    };
    return new Connection(connection, { start, seen });
  }

  private hear(heard: Deliver | Report): void {
    if (heard.do === 'deliver') this.deliver(heard.message, heard.after);
    else this.stand(heard);
  }

  private stand(report: Report): void {
    if (this.stage === 'live' && report.stage !== 'live') this.lost = this.clock.steady();
    this.since = this.clock.steady();
    this.report = report;
    if (report.stage !== 'live') this.questions.giveUp();
    if (report.stage === 'ended') {
      this.commands.giveUp();
      if (report.code === Close.replaced && this.clock.steady() - this.regained < TOGETHER) this.again();
    }
  }

  private deliver(message: ServerMessage, after: number): void {
    if (message.type === 'update' && this.arrived) {
      this.arrived = merged(this.arrived, message.changes);
      this.contribute(this.arrived);
      const ended = endOf(message);
      if (ended) this.presentation.add({ ended });
      return this.presentation.add({ message, after });
    }
    // A whole state is newer than all waiting items.
    const state =
      message.type === 'welcome' ? message.state : message.type === 'refused' ? message.missed?.state : null;
    if (state) {
      this.presentation.flush();
      this.arrived = state;
    }
    this.take(message, after);
    if (state) this.contribute(state);
  }

  private pauseBefore(message: Update): number | null {
    const { state } = this.known;
    return state && pauseOf(message, state, this.pace, this.dependencies.random ?? Math.random);
  }

  /** Shows the actions of others. Returns the milliseconds for which they are shown. */
  private present(message: Update, after: number): number {
    const { state } = this.known;
    const ms = state ? timeOf(message, state, this.pace) : 0;
    if (endOf(message)) {
      this.finale = false;
      // The table waits for players, but not for a spectator who reads.
      if (message.changes.stage !== 'finished' && !this.plays) this.hold();
    }
    this.take(message, after);
    return ms;
  }

  /** Shows the final table of a deal with all hands. Returns the milliseconds for which it is shown. */
  private showFinal(ended: DealEndedEvent): number {
    const { state, log } = this.known;
    if (state?.play?.phase !== 'over') return 0;
    this.final = finalTable(state.play, ended, log);
    const ms = finalTime(this.pace);
    this.finale = ms > 0;
    return ms;
  }

  private take(message: ServerMessage, after: number): void {
    const before = this.known;
    this.known = reduce(before, message, after);
    switch (message.type) {
      case 'welcome':
        this.drained = this.lost = null;
        this.asked = 0;
        this.askTime();
        break;
      case 'draining':
        this.drained = this.clock.steady() + message.after;
        break;
      case 'pong':
        this.clock.heard(message.at, message.n);
        if (this.clock.doubt > DOUBT && this.asked < TIMES) this.askTime();
        break;
      case 'error':
        if (!message.id) this.fault = message.fault;
    }
    this.commands.answer(message, this.known.seq);
    if (this.known.state && this.known.state !== before.state) this.changed(message, before.state, after);
  }

  private askTime(): void {
    this.asked += 1;
    this.connection.tell({ type: 'ping' });
  }

  private changed(message: ServerMessage, before: State | null, after: number): void {
    const state = this.known.state!;
    this.commands.reached(this.known.seq);
    const events = message.type === 'refused' ? message.missed?.events : 'events' in message ? message.events : [];
    const change = { events: newEvents(events ?? [], after), before, state };
    for (const listener of this.listeners) safely(() => listener(change));
    this.checkShuffles(state);
  }

  /** Contributes to the next shuffle. */
  private contribute(state: State): void {
    const due = this.cuts.due(state);
    if (!due) return;
    // The next deal begins after the points of this deal were read.
    const waits = state.stage === 'gathering' && state.last !== null && state.last.deal === state.deal - 1;
    void this.do({ type: 'contribute', bytes: due.bytes, ...(waits && { waits }) }).then((outcome) => {
      const unknown = outcome.is === 'unknown';
      this.cuts.answered(due.deal, unknown ? null : outcome.is === 'done');
      if (this.arrived && !unknown) this.contribute(this.arrived);
    });
  }

  /** Checks the shuffle of the last deal, and the draw for seats. */
  private checkShuffles(state: State): void {
    const over = this.cuts.over(state);
    if (over) void this.verify(over.deal);
    if (this.cuts.lot(state)) void this.verify(LOT);
  }

  // Other tabs

  private holds(): boolean {
    if (this.seat === null) return false;
    const lost = this.report.code === Close.replaced && this.clock.steady() - this.since < TOGETHER;
    return this.stage !== 'ended' || lost;
  }

  private letGo(): void {
    if (this.stage !== 'ended') this.connection.close();
    this.report = { ...this.report, stage: 'ended', code: Close.replaced };
    this.since = -Infinity;
  }

  private regain(): void {
    this.regained = this.clock.steady();
    if (this.stage === 'ended' && this.report.code === Close.replaced && this.since > -Infinity) this.again();
  }
}

/** The end of a deal in an update. */
function endOf({ events }: Update): DealEndedEvent | null {
  for (const { event } of events) if (event?.type === 'deal_ended') return event;
  return null;
}
