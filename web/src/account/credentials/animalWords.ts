/** The names of the animals that accounts choose from. Part of the files that only accounts load. */
import type { Animal } from '../../avatars/animals';
import { language } from '../../i18n/translate.svelte';

type Words = Record<Animal | 'title' | 'help' | 'by_name', string>;

const pt: Words = {
  title: 'Seu bicho',
  help: 'É assim que os outros veem você, a partir da próxima mesa. Quem se senta depois com o mesmo bicho aparece com outro.',
  by_name: 'Pelo nome',
  toucan: 'Tucano',
  capybara: 'Capivara',
  jaguar: 'Onça',
  macaw: 'Arara',
  armadillo: 'Tatu',
  dolphin: 'Boto',
  anteater: 'Tamanduá',
  tamarin: 'Mico',
  sloth: 'Preguiça',
  owl: 'Coruja',
};
const en: Words = {
  title: 'Your animal',
  help: 'This is how others see you, from the next table on. Whoever sits down later with the same one is shown as another.',
  by_name: 'By your name',
  toucan: 'Toucan',
  capybara: 'Capybara',
  jaguar: 'Jaguar',
  macaw: 'Macaw',
  armadillo: 'Armadillo',
  dolphin: 'River dolphin',
  anteater: 'Anteater',
  tamarin: 'Tamarin',
  sloth: 'Sloth',
  owl: 'Owl',
};

/** A text in the present language. */
export function say(key: keyof Words): string {
  return (language() === 'en' ? en : pt)[key];
}
