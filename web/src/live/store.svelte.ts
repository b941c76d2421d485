/** One table, live: what is known of it, what is on its way, how the connection stands. Open it, and close it. */
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

/** So long after another tab let go, or after the seat was lost to one, the two belong together. */
const TOGETHER = 5_000;
/** Milliseconds by which the server's time may be unknown, and how often it is asked for at most: a page that loads answers late. */
const DOUBT = 300;
const TIMES = 5;

/** What waits to be shown: an update, or the last table of a deal before it. */
type Shown = { message: Update; after: number } | { ended: DealEndedEvent };

export class TableStore {
  /** All that is shown: the state, the log, what was said … What others did comes in at a pace that one can follow. */
  known: Known = $state.raw(NOTHING);
  /** Whether more has happened than is shown, and is about to be. */
  presenting = $state.raw(false);
  /** The last table of the deal that ended last here, and whether it has its time now. */
  final: FinalTable | null = $state.raw(null);
  finale = $state.raw(false);
  /** The state as it is at the server. */
  private arrived: State | null = null;
  private report: Report = $state.raw(BEFORE);
  /** When the present report came, and when the connection was live last. */
  private since = $state.raw(0);
  private lost: number | null = $state.raw(null);
  private drained: number | null = $state.raw(null);
  /** Commands on their way, in order. */
  pending: readonly Pending[] = $state.raw([]);
  /** What was found of each deal's shuffle, by number, and of the lot for the seats. */
  shuffles: ReadonlyMap<number, ShuffleCheck> = $state.raw(new Map());
  /** What the server says was wrong, about no command; until it is dismissed. */
  fault: Fault | null = $state.raw(null);
  /** Whether the lot for the seats doesn't hold; until it is dismissed. */
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

  /** Begins; what it returns ends it. */
  open(): () => void {
    this.stop = (this.dependencies.follow ?? watchNetwork)({
      wake: () => this.connection.wake(),
      doubt: () => this.connection.doubt(),
    });
    this.connection.network(true);
    return () => this.close();
  }

  /** Leaves the connection; the seat stays ours. */
  close(): void {
    this.closed = true;
    this.stop?.();
    this.presentation.close();
    this.connection.close();
    this.commands.giveUp();
    this.tab.close();
    this.listeners.clear();
  }

  /** Tries once more, now: after an end it plays in this tab, before the next attempt it waits no longer. */
  again(): void {
    if (this.closed) return;
    if (this.stage !== 'ended') return this.connection.wake();
    this.connection.close(); // Its timers, the rest has ended.
    this.tab.take();
    this.connection = this.connect(this.place.from ?? 0, this.known.seq);
    this.connection.network(true);
  }

  // What is known

  get state(): State | null {
    return this.known.state;
  }

  /** The own seat; null of a spectator, and before the first welcome. */
  get seat(): number | null {
    return this.known.state?.you ?? null;
  }

  get stage(): Stage {
    return this.report.stage;
  }

  /** Whether the next action is this seat's, and no bot's. */
  get myTurn(): boolean {
    const play = this.known.state?.play;
    return !!play && play.to_act !== null && play.to_act === this.seat && play.bot === null;
  }

  /** Whether this page plays a seat: the table waits for it between deals. */
  get plays(): boolean {
    return this.seat !== null && !this.known.state?.seats[this.seat]?.held;
  }

  /** Whether an action or an undo is on its way: the state is about to be another. */
  get acting(): boolean {
    return this.pending.some(({ message }) => message.type === 'act' || message.type === 'undo');
  }

  /** Whether an action or an undo in the state that is shown is on its way, not the one that led to it. */
  get playsOn(): boolean {
    const step = this.state?.step;
    return this.pending.some(
      ({ message }) => (message.type === 'act' || message.type === 'undo') && message.step === step,
    );
  }

  /** What people should know of the connection, the gravest first. */
  get notices(): readonly Notice[] {
    const { report, since, lost, drained, fault, unfair, known } = this;
    return noticesOf({ report, since, lost, drained, fault, unfair, known });
  }

  /** The server's time, by which clocks run. */
  serverTime(): number {
    return this.clock.now();
  }

  /** Milliseconds left to the seat to act; null where no clock runs. */
  timeLeft(): number | null {
    const { clock, seats, times } = this.known.state ?? {};
    if (!clock || clock.due === null) return null;
    // It begins to run when what bots did has been shown; until then it stands at its whole time.
    const whole = clock.paused || !times?.turn ? Infinity : times.turn + (seats?.[clock.seat]?.bank ?? 0);
    return Math.min(whole, Math.max(0, clock.due - this.serverTime()));
  }

  /** Calls a listener with each change, until what it returns is called. */
  listen(listener: (change: TableChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Checks the shuffle of a deal that is over, or the lot, anew; null where this page has not seen it, or can't now. */
  async verify(deal: number): Promise<ShuffleCheck | null> {
    const { state, ended } = this.known;
    if (!state) return null;
    const { lot, match, seats, you } = state;
    const over = ended.get(deal);
    const look = async (): Promise<ShuffleCheck | null> => {
      if (deal === LOT) return lot && this.cuts.checkLot(lot, match, seats.length);
      return over ? this.cuts.check(over, match, you) : null;
    };
    const shuffle = await look().catch(() => null); // It could not be loaded.
    if (shuffle) this.shuffles = new Map([...this.shuffles, [deal, shuffle]]);
    if (deal === LOT) this.unfair = shuffle?.status === 'wrong';
    return shuffle;
  }

  /** Shows at once all that has happened. */
  skip(): void {
    this.presentation.flush();
  }

  /** Shows nothing that happens from now on until `proceed`: the points of a deal are being read. */
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

  // What can be done: every promise is kept once the state shows it, and none is ever broken

  /** Plays an action in notation; `optimistic`: the caller shows it as done already. */
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

  /** About `resign` or `rematch`. */
  offering(type: 'offer' | 'accept' | 'decline' | 'take_back', offer: 'resign' | 'rematch'): Promise<Outcome> {
    return this.do({ type, offer });
  }

  /** Ready to begin; claims the match; takes the seat back from the bot; gets up. */
  tell(type: 'ready' | 'claim' | 'back' | 'leave'): Promise<Outcome> {
    return this.do({ type });
  }

  /** Has a bot play for the absent player whom the table waits for. */
  standIn(absent: number): Promise<Outcome> {
    return this.do({ type: 'stand_in', absent });
  }

  /** What these cards of your hand can do now; in notation, separated by blanks. */
  preview(cards: string): Promise<Answer<Previewed>> {
    return this.questions.ask({ type: 'preview', cards });
  }

  /** What a bot would do now, where the table has hints. */
  hint(): Promise<Answer<Hinted>> {
    return this.questions.ask({ type: 'hint' });
  }

  private get pace(): Pace {
    return this.dependencies.pace?.() ?? 'none';
  }

  private do(command: NewCommand, optimistic = false): Promise<Outcome> {
    if (this.stage === 'ended') return Promise.resolve({ is: 'unknown' });
    if (command.type === 'act' || command.type === 'undo') this.skip(); // What you do is shown at once.
    const { message, outcome } = this.commands.add(command, this.clock.steady(), optimistic);
    this.connection.ask(message);
    return outcome;
  }

  // How

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
    // A whole state is later than all that waits to be shown.
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

  /** Shows what others did, and says for how long. */
  private present(message: Update, after: number): number {
    const { state } = this.known;
    const ms = state ? timeOf(message, state, this.pace) : 0;
    if (endOf(message)) {
      this.finale = false;
      // The table waits for who plays. Who watches reads while it goes on.
      if (message.changes.stage !== 'finished' && !this.plays) this.hold();
    }
    this.take(message, after);
    return ms;
  }

  /** Shows the last table of a deal with all hands, and says for how long. */
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

  /** Contributes to the next deal. */
  private contribute(state: State): void {
    const due = this.cuts.due(state);
    if (!due) return;
    // The next deal begins when the points of this one have been read.
    const waits = state.stage === 'gathering' && state.last !== null && state.last.deal === state.deal - 1;
    void this.do({ type: 'contribute', bytes: due.bytes, ...(waits && { waits }) }).then((outcome) => {
      const unknown = outcome.is === 'unknown';
      this.cuts.answered(due.deal, unknown ? null : outcome.is === 'done');
      if (this.arrived && !unknown) this.contribute(this.arrived);
    });
  }

  /** Looks how the last deal was shuffled, and the lot. */
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
