/**
 * The text of a congress, read and changed line by line: what a form does not show stays as it is, comments too. Pure.
 *
 * Places are named as the server names them: "phases[1].passing", "encounters.grupo.minutes".
 */

/** A value as TOML and JSON write it alike. */
export type CongressValue = string | number | boolean | readonly number[];

/** A phase of a congress, and by what its encounters are played and counted. */
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
export function valueIn(text: string, place: string): CongressValue | undefined {
  try {
    return JSON.parse(find(text, place)?.value ?? '') as CongressValue;
  } catch {
    return undefined;
  }
}

/** The text with another value there; the same where there is no such place. */
export function withValue(text: string, place: string, value: CongressValue): string {
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
  return ['name', 'rulebook'].reduce((made, place) => {
    const kept = valueIn(before, place);
    return kept === undefined ? made : withValue(made, place, kept);
  }, text);
}

/** What is wrong with a congress, or to be minded, and where; `place` is empty where no place is named. */
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
