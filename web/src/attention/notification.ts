/** A notification of the system that it is one's turn, while the page is in the background: for who asked for it. */
import { absolute } from '../lib/router.svelte';

/** What a table's notification needs of the browser; replaced by tests. */
export interface System {
  hidden: () => boolean;
  show: (table: string, title: string, body: string) => Promise<void>;
  close: (table: string) => Promise<void>;
  /** Calls when the page is seen again; what it returns ends that. */
  whenSeen: (seen: () => void) => () => void;
}

/** The one notification of a table: it comes when the turn begins unseen, and goes with it, or when the page is seen. */
export class TurnNotification {
  private turn = false;
  private done: Promise<unknown> = Promise.resolve();
  private readonly ignore: () => void;

  constructor(
    private readonly table: string,
    private readonly system: System = browser,
  ) {
    this.close(); // One of before, of a page that is gone.
    this.ignore = system.whenSeen(() => this.close());
  }

  /** Whether it is this person's turn, and what it would say. */
  follow(turn: boolean, title: string, body = ''): void {
    const begins = turn && !this.turn;
    const ends = !turn && this.turn;
    this.turn = turn;
    if (ends) this.close();
    else if (begins && this.system.hidden()) this.then(() => this.system.show(this.table, title, body));
  }

  /** The table is left, or no notification is wanted any more. */
  end(): void {
    this.close();
    this.ignore();
  }

  private close(): void {
    this.then(() => this.system.close(this.table));
  }

  /** One after the other: what is on its way could not be closed yet. */
  private then(work: () => Promise<void>): void {
    // A browser may still refuse, or the person may: then there is none.
    this.done = this.done.then(work).catch(() => {});
  }
}

const mayNotify = (): boolean => globalThis.Notification?.permission === 'granted';

/** Those that this page shows itself, since no service worker does. */
const own = new Map<string, Notification>();

const browser: System = {
  hidden: () => document.hidden,

  async show(table, title, body) {
    if (!mayNotify()) return;
    const address = absolute(`mesa/${table}`);
    const options = { body, tag: address, icon: absolute('icon-192.png'), data: address };
    // Chrome on Android shows those of service workers alone.
    const registration = await registered();
    if (registration) return registration.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
      focus();
      shown.close();
    };
    own.set(table, shown);
  },

  whenSeen(seen) {
    const look = (): void => void (document.hidden || seen());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  },

  async close(table) {
    if (!mayNotify()) return;
    own.get(table)?.close();
    own.delete(table);
    const registration = await registered();
    const shown = (await registration?.getNotifications({ tag: absolute(`mesa/${table}`) })) ?? [];
    for (const each of shown) each.close();
  },
};

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.active ? registration : undefined;
}
