/** A notification of the system about the player's turn, while the page is hidden; only if the user asked for it. */
import { absolute } from '../lib/router.svelte';

/** The parts of the browser that a notification needs. Tests replace them. */
export interface System {
  hidden: () => boolean;
  show: (table: string, title: string, body: string) => Promise<void>;
  close: (table: string) => Promise<void>;
  /** Calls a function when the page becomes visible. The returned function ends that. */
  whenSeen: (seen: () => void) => () => void;
}

/**
 * The notification of a table. It is shown when the turn begins while the page is hidden, and closed with the turn or
 * when the page becomes visible.
 */
export class TurnNotification {
  private turn = false;
  private done: Promise<unknown> = Promise.resolve();
  private readonly ignore: () => void;

  constructor(
    private readonly table: string,
    private readonly system: System = browser,
  ) {
    this.close(); // A notification of an earlier page may still be shown.
    this.ignore = system.whenSeen(() => this.close());
  }

  /** Reports if it is the player's turn, with the text of the notification. */
  follow(turn: boolean, title: string, body = ''): void {
    const begins = turn && !this.turn;
    const ends = !turn && this.turn;
    this.turn = turn;
    if (ends) this.close();
    else if (begins && this.system.hidden()) this.then(() => this.system.show(this.table, title, body));
  }

  /** The player has left the table or turned notifications off. */
  end(): void {
    this.close();
    this.ignore();
  }

  private close(): void {
    this.then(() => this.system.close(this.table));
  }

  /** Runs the steps one after the other: a notification can't be closed before it is shown. */
  private then(work: () => Promise<void>): void {
    // If the browser or the user refuses, no notification is shown.
    this.done = this.done.then(work).catch(() => {});
  }
}

const mayNotify = (): boolean => globalThis.Notification?.permission === 'granted';

/** Notifications that the page shows itself, without a service worker. */
const own = new Map<string, Notification>();

const browser: System = {
  hidden: () => document.hidden,

  async show(table, title, body) {
    if (!mayNotify()) return;
    const address = absolute(`mesa/${table}`);
    const options = { body, tag: address, icon: absolute('icon-192.png'), data: address };
    // Chrome on Android shows only notifications of service workers.
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
