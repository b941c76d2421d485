/** Which animal somebody is drawn as: one of ten, by the name, so that it is the same on every device and in every match. */
export const ANIMALS = ['toucan', 'capybara', 'jaguar', 'macaw', 'armadillo', 'dolphin', 'anteater', 'tamarin', 'sloth', 'owl'] as const;
export type Animal = (typeof ANIMALS)[number];

/** A number that only the letters of a text decide (FNV-1a). */
function numbered(text: string): number {
  let found = 0x811c9dc5;
  for (const char of text.normalize('NFC')) found = Math.imul(found ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return found;
}

/** The animals of those who sit at a table, no two alike: whose is taken by a seat before gets the next one that is free. */
export function animalsOf(names: readonly string[]): Animal[] {
  const taken = new Set<number>();
  return names.map((name) => {
    let place = numbered(name) % ANIMALS.length;
    while (taken.has(place)) place = (place + 1) % ANIMALS.length;
    taken.add(place);
    return ANIMALS[place]!;
  });
}
