/** Numbers in the place of keys: the pure parts of numberedKeys.ts. */

/** The place of each key's text in its catalogue. */
export type Numbers = Map<string, number>;

/** Whether some source puts a key together: it matches `` `told.${…}` `` or `` `act.${…}.detail` ``. */
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

/** Code in which each text that is one of the keys, and nothing else, is its number. */
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

/** What a node of the syntax says, if it is a plain text. */
function textOf(node: { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' && node.quasis?.length === 1 ? node.quasis[0]!.value.cooked : null;
}

/** Names without what each has in common with the one before it: a sign says how much of that it begins with. */
export function shortened(names: readonly string[]): string[] {
  return names.map((name, place) => {
    const before = names[place - 1] ?? '';
    let common = 0;
    while (common < before.length && before[common] === name[common]) common += 1;
    return String.fromCharCode(common + 35) + name.slice(common);
  });
}

/** Goes into the client: a list of texts whose last ones have names besides, as `shortened` writes them. */
export const named = `function named(names, texts) {
  const first = texts.length - names.length;
  let name = '';
  names.forEach((each, place) => (texts[(name = name.slice(0, each.charCodeAt() - 35) + each.slice(1))] = texts[first + place]));
  return texts;
}`;
