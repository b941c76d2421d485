/** Which animal somebody is drawn as: one of ten, as the account chose or by the name, the same on every device and in every match. */
export const ANIMALS = [
  'toucan',
  'capybara',
  'jaguar',
  'macaw',
  'armadillo',
  'dolphin',
  'anteater',
  'tamarin',
  'sloth',
  'owl',
] as const;
export type Animal = (typeof ANIMALS)[number];

/** A number that only the letters of a text decide (FNV-1a). */
function numbered(text: string): number {
  let found = 0x811c9dc5;
  for (const char of text.normalize('NFC')) found = Math.imul(found ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return found;
}

/** Somebody to be drawn: what others read, and the animal that the account chose, if it did. */
export interface Drawn {
  name: string;
  animal?: string | null | undefined;
}

/** The animals of those who sit at a table, no two alike: whose is taken by a seat before gets the next one that is free. */
export function animalsOf(people: readonly Drawn[]): Animal[] {
  const found: (Animal | undefined)[] = people.map(() => undefined);
  const taken = new Set<Animal>();
  const take = (place: number, animal: Animal): void => void taken.add((found[place] = animal));
  // Whoever chose one has it, before all whose names would have it too.
  people.forEach(({ animal }, place) => isAnimal(animal) && !taken.has(animal) && take(place, animal));
  people.forEach(({ name }, place) => {
    if (found[place]) return;
    let number = numbered(name) % ANIMALS.length;
    while (taken.has(ANIMALS[number]!)) number = (number + 1) % ANIMALS.length;
    take(place, ANIMALS[number]!);
  });
  return found as Animal[];
}

function isAnimal(text: string | null | undefined): text is Animal {
  return ANIMALS.some((each) => each === text);
}
