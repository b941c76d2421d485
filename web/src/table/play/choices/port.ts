/** The members of the table's store that the controller needs. Tests have their own implementation. */
import type { Outcome } from '../../../net/connection/pendingCommands';
import type { Answer } from '../../../net/connection/questions';
import type { Hinted, Previewed, State } from '../../../net/types';

export interface Port {
  readonly state: State | null;
  readonly seat: number | null;
  readonly myTurn: boolean;
  readonly acting: boolean;
  act(action: string, how?: { optimistic: boolean }): Promise<Outcome>;
  undo(how?: { optimistic: boolean }): Promise<Outcome>;
  preview(cards: string): Promise<Answer<Previewed>>;
  hint(): Promise<Answer<Hinted>>;
}
