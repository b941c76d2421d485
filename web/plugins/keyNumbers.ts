/** Replaces keys with numbers: the pure parts of numberedKeys.ts. */

/** The index of each key's text in its catalogue. */
export type Numbers = Map<string, number>;

/** Returns a test for keys that some source composes at run time, like `` `told.${…}` `` or `` `act.${…}.detail` ``. */
export function composed(sources: readonly string[]): (key: string) => boolean {
  const patterns = new Set<string>();
  for (const source of sources) {
    for (const [text] of source.matchAll(/`[a-z]+\.[^`\s]*\$\{[^`]*`/g)) {
      const fixed = text.slice(1, -1).split(/\$\{[^}]*\}/);
      patterns.add(fixed.map((each) => each.replaceAll('.', '\\.')).join('.+'));
    }
  }
  const found = new RegExp(`^(${[...patterns].join('|') || '$.'})$`);
  return (key) => found.test(key);
}

/** The code with each literal that equals a key replaced by the key's number. */
export function renumbered(code: string, program: object, numbers: Numbers): string {
  const found: [start: number, end: number, number: number][] = [];
  const waiting: unknown[] = [program];
  for (let node = waiting.pop(); waiting.length || node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { start, end } = node as { start: number; end: number };
    const number = numbers.get(textOf(node) ?? '');
    if (number !== undefined) found.push([start, end, number]);
    else waiting.push(...Object.values(node));
  }
  found.sort(([one], [other]) => other - one);
  return found.reduce((done, [start, end, number]) => `${done.slice(0, start)} ${number}${done.slice(end)}`, code);
}

/** The value of a syntax node if it is a plain text; otherwise null. */
function textOf(node: { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' && node.quasis?.length === 1 ? node.quasis[0]!.value.cooked : null;
}

/**
 * The names, each without the beginning that it shares with the name before it; a character tells the length of that
 * beginning.
 */
export function shortened(names: readonly string[]): string[] {
  return names.map((name, place) => {
    const before = names[place - 1] ?? '';
    let common = 0;
    while (common < before.length && before[common] === name[common]) common += 1;
    return String.fromCharCode(common + 35) + name.slice(common);
  });
}

/**
 * Code for the client: turns a list of texts into a catalogue whose last texts also have names, in the form of
 * `shortened`.
 */
export const named = `function named(names, texts) {
  const first = texts.length - names.length;
  let name = '';
  names.forEach((each, place) => (texts[(name = name.slice(0, each.charCodeAt() - 35) + each.slice(1))] = texts[first + place]));
  return texts;
}`;
