/** The file of a sheet as text, `canastra-sheet/1`, in the same spelling as `canastra.scoresheet` writes it. */
import { digestOf, formOf } from '../model/books';
import type { Form } from '../model/form';
import type { Deal, Entry, Sheet } from '../model/sheet';

export const FORMAT = 'canastra-sheet/1';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value | undefined };
type Table = Readonly<Record<string, Value | undefined>>;

/** The text of a sheet's file. */
export function fileText(sheet: Sheet): string {
  const form = formOf(sheet.rulebook)!;
  const { encounter } = sheet;
  const head: Table = {
    format: FORMAT,
    rulebook: sheet.rulebook,
    sha256: digestOf(sheet.rulebook),
    revision: sheet.revision,
    ...sheet.about,
    sides: sheet.names,
    players: sheet.players.some(Boolean) ? sheet.players : undefined,
    score: sheet.score.some(Boolean) ? sheet.score : undefined,
    target: sheet.target ?? undefined,
    dealer: sheet.dealer || undefined,
    next_dealer: sheet.nextDealer === 'next_seat' ? undefined : sheet.nextDealer,
    encounter: encounter
      ? { id: encounter.id, [encounter.length]: encounter.matches, match: encounter.match, won: encounter.won }
      : undefined,
  };
  const first = encounter?.match ?? 1;
  const forfeits = sheet.forfeits.map(({ match, ...rest }) => ({
    match: match === first ? undefined : match,
    ...rest,
  }));
  const lines = [...pairs(head), ...listed('forfeits', forfeits)];
  let now = first;
  for (const deal of sheet.deals) {
    lines.push('', '[[deals]]', ...dealLines(form, deal, now));
    now = deal.match;
  }
  return `${lines.join('\n')}\n`;
}

function dealLines(form: Form, deal: Deal, now: number): string[] {
  return [
    ...pairs({ match: deal.match === now ? undefined : deal.match, dealer: deal.dealer }),
    ...listed(
      'sides',
      deal.entries.map((each) => entryTable(form, each)),
    ),
    ...listed(
      'rulings',
      deal.rulings.map((each) => ({ ...each })),
    ),
    ...listed(
      'accepted',
      deal.accepted.map((each) => ({ ...each })),
    ),
    ...listed(
      'corrections',
      deal.corrections.map((each) => ({
        ...each,
        before: entryTable(form, each.before),
        after: entryTable(form, each.after),
      })),
    ),
  ];
}

/** An entry as a table: the answers in the form's order, without those of 0. */
function entryTable(form: Form, entry: Entry): Table {
  if ('total' in entry) return { total: entry.total, went_out: entry.out };
  const answered = form.fields.filter(({ id }) => entry.counts[id]);
  return Object.fromEntries(
    answered.map(({ id, kind, options }) => {
      const many = entry.counts[id]!;
      return [id, kind === 'flag' ? true : kind === 'choice' ? options[many]! : many];
    }),
  );
}

const given = (table: Table): [string, Value][] =>
  Object.entries(table).filter((pair): pair is [string, Value] => pair[1] !== undefined);

const pairs = (table: Table): string[] => given(table).map(([key, value]) => `${key} = ${toml(value)}`);

/** A list of tables, each on its own line. */
const listed = (key: string, tables: readonly Table[]): string[] =>
  tables.length ? [`${key} = [`, ...tables.map((each) => `  ${toml(each)},`), ']'] : [];

function toml(value: Value): string {
  // A JSON text is a valid TOML basic string, except for the control character that JSON doesn't escape.
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  if (isList(value)) return `[${value.map(toml).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const inside = given(value).map(([key, each]) => `${key} = ${toml(each)}`);
  return inside.length ? `{ ${inside.join(', ')} }` : '{}';
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
