/**
 * The text of regulations, read and changed line by line: what a form does not show stays as it is, comments too. Pure.
 *
 * Places are named as the server names them: "phases[1].passing", "encounters.grupo.minutes".
 */

/** A value as TOML and JSON write it alike. */
export type RegulationsValue = string | number | boolean | readonly number[];

/** A phase of regulations, and by what its encounters are played and counted. */
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

/** What stands at a place; undefined where there is nothing, or what this page cannot read. */
export function valueIn(text: string, place: string): RegulationsValue | undefined {
  try {
    return JSON.parse(find(text, place)?.value ?? '') as RegulationsValue;
  } catch {
    return undefined;
  }
}

/** The text with another value there; the same where there is no such place. */
export function withValue(text: string, place: string, value: RegulationsValue): string {
  const found = find(text, place);
  if (!found) return text;
  const lines = text.split('\n');
  const rest = lines[found.line]!.slice(found.before.length + found.value.length);
  const written = Array.isArray(value) ? `[${value.join(', ')}]` : JSON.stringify(value);
  lines[found.line] = found.before + written + rest;
  return lines.join('\n');
}

/** The phases of a text in their order. */
export function phasesIn(text: string): PhaseHead[] {
  const found: PhaseHead[] = [];
  for (;;) {
    const place = `phases[${found.length}]`;
    const [kind, encounter, scoring] = ['kind', 'encounter', 'scoring'].map((key) => valueIn(text, `${place}.${key}`));
    if (typeof kind !== 'string') return found;
    found.push({ kind, encounter: String(encounter ?? ''), scoring: String(scoring ?? '') });
  }
}

/** Another example, with the name and the rulebook that were chosen already. */
export function asExample(text: string, before: string): string {
  const made = ['name', 'rulebook'].reduce((found, place) => {
    const kept = valueIn(before, place);
    return kept === undefined ? found : withValue(found, place, kept);
  }, text);
  // By a rulebook for two, players enter and no pairs.
  return entersAlone(before) ? forPlayers(made, 2) : made;
}

const isIndividual = (text: string): boolean => phasesIn(text)[0]?.kind === 'individual';
const entersAlone = (text: string): boolean => valueIn(text, 'entries.kind') === 'players' && !isIndividual(text);

/** The text with the entries that go with a rulebook for so many players. */
export function forPlayers(text: string, players: number): string {
  if (players === 2 && valueIn(text, 'entries.kind') === 'pairs') return withValue(text, 'entries.kind', 'players');
  return players === 4 && entersAlone(text) ? withValue(text, 'entries.kind', 'pairs') : text;
}

/** The fewest entries with which the first phase is still worth playing; undefined where that is for the example to say. */
function fewest(text: string): number | undefined {
  const [size, number, passing, rounds] = ['size', 'number', 'passing', 'rounds'].map((key) =>
    Number(valueIn(text, `phases[0].${key}`) ?? 0),
  ) as [number, number, number, number];
  const kind = phasesIn(text)[0]?.kind;
  // One group; or in each of them somebody who stays behind.
  if (kind === 'groups') return size || number * (passing + 1);
  // With fewer, somebody is met twice.
  return kind === 'swiss' ? 2 * rounds : undefined;
}

/** An example for a small club: as few entries as it can be played with. */
export const forFew = (text: string): string =>
  withValue(text, 'entries.least', fewest(text) ?? valueIn(text, 'entries.least')!);

/** A text whose phases were changed: the fewest entries follow, unless somebody has set another number. */
export function afterChange(before: string, text: string): string {
  return valueIn(before, 'entries.least') === fewest(before) ? forFew(text) : text;
}

/** What is wrong with regulations, or to be minded, and where; `place` is empty where no place is named. */
export interface Remark {
  place: string;
  words: string;
  grave: boolean;
}

/** A sentence of the server with its place, "phases[0].passing: …", in two. */
export function remarkOf(sentence: string, grave: boolean, place = ''): Remark {
  const [, named, words] = /^((?:[\w-]+(?:\[\d+\])?\.)*[\w-]+(?:\[\d+\])?): (.+)$/s.exec(sentence) ?? [];
  const said = named && (!place || named === place) ? words! : sentence;
  return { place: place || named || '', words: said.charAt(0).toLocaleUpperCase() + said.slice(1), grave };
}
