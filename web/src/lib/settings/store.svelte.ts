/** The settings of this device: stored locally, applied at once, the same in all tabs. */
import { speak } from '../../i18n';
import { attributes, beginning, readSettings, SPEEDS, type Setting, type Settings, type System } from './choices';
import { enlarged } from './smallestLetters';

const KEY = 'canastra.settings';
const QUERIES: Record<keyof System, string> = {
  dark: '(prefers-color-scheme: dark)',
  contrast: '(prefers-contrast: more)',
  reduced: '(prefers-reduced-motion: reduce)',
};

/** The largest enlargement for which the page is made. */
const LARGEST = 2;
/** The browser's enlargement of the smallest text; null until it was measured. */
let letters: number | null = null;

/** The present settings. Change them with `set`. */
export const settings: Settings = $state(beginning(navigator.languages));

/** Changes a setting, here and in the other tabs. */
export function set<S extends Setting>(name: S, value: Settings[S]): void {
  settings[name] = value;
  keep();
  void apply();
}

/** Resets all settings except the language. */
export function reset(): void {
  Object.assign(settings, beginning(navigator.languages), { language: settings.language });
  keep();
  void apply();
}

/**
 * Reads and applies the stored settings, now and whenever another tab or the system changes them. Resolves when the
 * texts are loaded.
 */
export async function startSettings(): Promise<void> {
  Object.assign(settings, readSettings(kept(), settings));
  for (const query of Object.values(QUERIES)) matchMedia(query).addEventListener('change', () => void apply());
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    Object.assign(settings, readSettings(event.newValue, beginning(navigator.languages)));
    void apply();
  });
  await apply();
}

/** Returns true if animations are wanted, by the setting or by the system. */
export function moving(): boolean {
  return document.documentElement.dataset.motion !== 'reduced';
}

async function apply(): Promise<void> {
  const root = document.documentElement;
  const system = Object.fromEntries(Object.entries(QUERIES).map(([name, query]) => [name, matchMedia(query).matches]));
  const found = attributes(settings, system as unknown as System);
  Object.assign(root.dataset, found);
  letters ??= enlarged();
  root.dataset.letters = letters > 1 ? 'enlarged' : 'asked';
  root.style.setProperty('--text-scale', String(Math.max(Number(settings.text) / 100, Math.min(letters, LARGEST))));
  root.style.setProperty('--speed', String(found.motion === 'reduced' ? 0 : SPEEDS[settings.speed]));
  const table = getComputedStyle(root).getPropertyValue('--table').trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', table);
  await speak(settings.language);
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // forbidden by the browser: settings last as long as the page
  }
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // full or forbidden: the same
  }
}
