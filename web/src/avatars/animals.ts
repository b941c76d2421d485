/**
 * The animal of a player: one of ten, chosen by the account or derived from the name, the same on every device and in
 * every match.
 */
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

/** A number that depends only on the letters of a text (FNV-1a). */
function numbered(text: string): number {
  let found = 0x811c9dc5;
  for (const char of text.normalize('NFC')) found = Math.imul(found ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return found;
}

/** A player to draw: the shown name, and the account's chosen animal, if any. */
export interface Drawn {
  name: string;
  animal?: string | null | undefined;
}

/** The animals of the players of a table, all different: a seat whose animal is taken gets the next free one. */
export function animalsOf(people: readonly Drawn[]): Animal[] {
  const found: (Animal | undefined)[] = people.map(() => undefined);
  const taken = new Set<Animal>();
  const take = (place: number, animal: Animal): void => void taken.add((found[place] = animal));
  // Chosen animals come first, before those derived from names.
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
