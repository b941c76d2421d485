/**
 * Reads and changes the text of regulations line by line, so that everything that the form doesn't show stays the same,
 * including comments. Pure.
 *
 * Places have the server's names: "phases[1].passing", "encounters.grupo.minutes".
 */

/** A value that TOML and JSON write in the same way. */
export type RegulationsValue = string | number | boolean | readonly number[];

/** A phase of the regulations, with the format and scoring of its encounters. */
export interface PhaseHead {
  kind: string;
  encounter: string;
  scoring: string;
}

const PLACE = /^(?:(.+?)(?:\[(\d+)\])?\.)?([\w-]+)$/;
const HEADER = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;
const VALUE = /^(\s*([\w-]+)\s*=\s*)("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^#\s]+)/;

interface Found {
  line: number;
  before: string;
  value: string;
}

function find(text: string, place: string): Found | undefined {
  const [, section = '', index = '0', key] = PLACE.exec(place) ?? [];
  let [now, number] = ['', 0];
  const seen = new Map<string, number>();
  for (const [line, each] of text.split('\n').entries()) {
    const header = HEADER.exec(each);
    if (header) {
      now = header[1]!;
      number = seen.get(now) ?? 0;
      seen.set(now, number + 1);
      continue;
    }
    if (now !== section || number !== Number(index)) continue;
    const found = VALUE.exec(each);
    if (found && found[2] === key) return { line, before: found[1]!, value: found[3]! };
  }
  return undefined;
}

/** The value at a place; undefined if it is missing or not readable here. */
export function valueIn(text: string, place: string): RegulationsValue | undefined {
  try {
    return JSON.parse(find(text, place)?.value ?? '') as RegulationsValue;
  } catch {
    return undefined;
  }
}

/** The text with another value at the place; unchanged if the place is missing. */
export function withValue(text: string, place: string, value: RegulationsValue): string {
  const found = find(text, place);
  if (!found) return text;
  const lines = text.split('\n');
  const rest = lines[found.line]!.slice(found.before.length + found.value.length);
  const written = Array.isArray(value) ? `[${value.join(', ')}]` : JSON.stringify(value);
  lines[found.line] = found.before + written + rest;
  return lines.join('\n');
}

/** The phases of a text, in their order. */
export function phasesIn(text: string): PhaseHead[] {
  const found: PhaseHead[] = [];
  for (;;) {
    const place = `phases[${found.length}]`;
    const [kind, encounter, scoring] = ['kind', 'encounter', 'scoring'].map((key) => valueIn(text, `${place}.${key}`));
    if (typeof kind !== 'string') return found;
    found.push({ kind, encounter: String(encounter ?? ''), scoring: String(scoring ?? '') });
  }
}

/** Another example that keeps the chosen name and rulebook. */
export function asExample(text: string, before: string): string {
  const made = ['name', 'rulebook'].reduce((found, place) => {
    const kept = valueIn(before, place);
    return kept === undefined ? found : withValue(found, place, kept);
  }, text);
  // With a rulebook for two, single players enter instead of pairs.
  return entersAlone(before) ? forPlayers(made, 2) : made;
}

const isIndividual = (text: string): boolean => phasesIn(text)[0]?.kind === 'individual';
const entersAlone = (text: string): boolean => valueIn(text, 'entries.kind') === 'players' && !isIndividual(text);

/** The text with the kind of entries that suits a rulebook for this number of players. */
export function forPlayers(text: string, players: number): string {
  if (players === 2 && valueIn(text, 'entries.kind') === 'pairs') return withValue(text, 'entries.kind', 'players');
  return players === 4 && entersAlone(text) ? withValue(text, 'entries.kind', 'pairs') : text;
}

/** The fewest entries for which the first phase makes sense; undefined if the example decides. */
function fewest(text: string): number | undefined {
  const [size, number, passing, rounds] = ['size', 'number', 'passing', 'rounds'].map((key) =>
    Number(valueIn(text, `phases[0].${key}`) ?? 0),
  ) as [number, number, number, number];
  const kind = phasesIn(text)[0]?.kind;
  // One full group; or one side more in each group than advances.
  if (kind === 'groups') return size || number * (passing + 1);
  // With fewer entries, sides would meet twice.
  return kind === 'swiss' ? 2 * rounds : undefined;
}

/** An example for a small club, with the fewest possible entries. */
export const forFew = (text: string): string =>
  withValue(text, 'entries.least', fewest(text) ?? valueIn(text, 'entries.least')!);

/** Adjusts the fewest entries after a change of the phases, unless the user has set another number. */
export function afterChange(before: string, text: string): string {
  return valueIn(before, 'entries.least') === fewest(before) ? forFew(text) : text;
}

/** A fault of the regulations or a remark on them; `place` is empty if it belongs to no place. */
export interface Remark {
  place: string;
  words: string;
  grave: boolean;
}

/** Splits a sentence of the server, "phases[0].passing: …", into place and words. */
export function remarkOf(sentence: string, grave: boolean, place = ''): Remark {
  const [, named, words] = /^((?:[\w-]+(?:\[\d+\])?\.)*[\w-]+(?:\[\d+\])?): (.+)$/s.exec(sentence) ?? [];
  const said = named && (!place || named === place) ? words! : sentence;
  return { place: place || named || '', words: said.charAt(0).toLocaleUpperCase() + said.slice(1), grave };
}
