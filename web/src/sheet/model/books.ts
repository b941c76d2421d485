/** The forms of the rulebooks that every server has: tools/web_forms.py writes them. */
import { language } from '../../i18n';
import { OFFICIAL, POPULAR } from '../../lib/tables/rulebookIds';
import type { Form } from './form';
import forms from './forms.json';

export interface SheetBook {
  name: Readonly<Record<'pt' | 'en', string>>;
  /** What files of sheets of a house's rulebook say of it. */
  sha256?: string;
  form: Form;
}

const BOOKS = forms as unknown as Readonly<Record<string, SheetBook>>;

/** The ids of the rulebooks that a sheet can have, the one that most people know first. */
export const BOOK_IDS: readonly string[] = [...OFFICIAL, ...POPULAR];

/** The form of a rulebook, if the page has it. */
export const formOf = (rulebook: string): Form | undefined =>
  Object.hasOwn(BOOKS, rulebook) ? BOOKS[rulebook]!.form : undefined;

/** The name of a rulebook; its id where the page doesn't know it. */
export const sheetBookName = (rulebook: string): string =>
  Object.hasOwn(BOOKS, rulebook) ? BOOKS[rulebook]!.name[language()] : rulebook;

/** The digest that a file states; undefined for the official rulebooks, which need none. */
export const digestOf = (rulebook: string): string | undefined =>
  Object.hasOwn(BOOKS, rulebook) ? BOOKS[rulebook]!.sha256 : undefined;
