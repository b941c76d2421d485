/** Queries, sent once on the present connection and answered for the state of that moment. */
import type { ErrorMessage, Hint, Hinted, Preview, Previewed, Refused, ServerMessage } from '../types';

/** The answer, or the reason for a refusal. Null if there was no connection or it was lost: ask again. */
export type Answer<Message> = Message | Refused | ErrorMessage | null;

type Question = Omit<Preview, 'id'> | Omit<Hint, 'id'>;
type Any = Answer<Previewed | Hinted>;
const ANSWERS: ReadonlySet<string> = new Set(['previewed', 'hinted', 'refused', 'error']);

export class Questions {
  private readonly open = new Map<string, (answer: Any) => void>();
  private count = 0;

  constructor(
    private readonly name: string,
    /** Sends a message at once; false if that isn't possible. */
    private readonly tell: (message: Preview | Hint) => boolean,
  ) {}

  ask(question: Omit<Preview, 'id'>): Promise<Answer<Previewed>>;
  ask(question: Omit<Hint, 'id'>): Promise<Answer<Hinted>>;
  ask(question: Question): Promise<Any> {
    const id = `${this.name}-q${++this.count}`;
    if (!this.tell({ ...question, id } as Preview | Hint)) return Promise.resolve(null);
    return new Promise((resolve) => this.open.set(id, resolve));
  }

  /** Returns true if the message answers a question, which is then resolved. */
  answer(message: ServerMessage): boolean {
    if (!ANSWERS.has(message.type) || !('id' in message)) return false;
    const resolve = this.open.get(message.id ?? '');
    this.open.delete(message.id ?? '');
    resolve?.(message as Any);
    return resolve !== undefined;
  }

  /** Resolves all open questions with null, because no answer will come. */
  giveUp(): void {
    for (const resolve of this.open.values()) resolve(null);
    this.open.clear();
  }
}
