/** Shortens a name in the ways that people do, for places without room. Pure. */

/** A title before a name, and its short form. */
const TITLES: Readonly<Record<string, string>> = {
  dona: 'D.',
  seu: '',
  tia: '',
  tio: '',
  vó: '',
  vô: '',
  mana: '',
  mano: '',
};

/** The forms of a name, longest first: "Dona Nice", "D. Nice", "Nice"; "Ana Clara", "Ana C.", "Ana". */
export function formsOf(name: string): string[] {
  const [first = '', second] = name.split(/\s+/);
  if (!second) return [name];
  const title = TITLES[first.toLocaleLowerCase()];
  const shorter =
    title === undefined ? [`${first} ${[...second][0]}.`, first] : [...(title ? [`${title} ${second}`] : []), second];
  return [...new Set([name, ...shorter])];
}
