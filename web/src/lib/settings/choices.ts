/** The settings of a user: their values, and how stored settings are read. */

/** The values of each setting; the first is the default. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'normal', 'more'],
  face: ['white', 'ink'],
  back: ['wave', 'azulejo', 'plain'],
  deck: ['two', 'four'],
  size: ['normal', 'large'],
  text: ['100', '125', '150', '200'],
  motion: ['system', 'full', 'reduced'],
  speed: ['normal', 'slow', 'fast', 'none'],
  robots: ['on', 'off'],
  hand: ['right', 'left'],
  confirm: ['touch', 'always', 'never'],
  sounds: ['low', 'mid', 'high', 'off'],
  haptics: ['on', 'off'],
  notify: ['off', 'on'],
  language: ['pt', 'en'],
} as const;

export type Setting = keyof typeof CHOICES;
export type Settings = { [S in Setting]: (typeof CHOICES)[S][number] };

/** The preferences of the system, which settings of "system" follow. */
export interface System {
  dark: boolean;
  contrast: boolean;
  reduced: boolean;
}

/** The default settings for a user with these languages. */
export function beginning(languages: readonly string[]): Settings {
  const settings = Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, values[0]])) as Settings;
  const first = languages.find((tag) => /^(pt|en)\b/i.test(tag));
  settings.language = first?.toLowerCase().startsWith('en') ? 'en' : 'pt';
  return settings;
}

/** Reads stored settings. Missing, unknown or malformed values get their defaults. */
export function readSettings(kept: string | null, begin: Settings): Settings {
  let found: unknown;
  try {
    found = JSON.parse(kept ?? '{}');
  } catch {
    return { ...begin };
  }
  if (typeof found !== 'object' || found === null) return { ...begin };
  const known = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(CHOICES, name) && (CHOICES[name as Setting] as readonly unknown[]).includes(value),
  );
  return { ...begin, ...Object.fromEntries(known) };
}

/** The attributes of <html> for the look, without "data-". */
export function attributes(settings: Settings, system: System): Record<string, string> {
  const theme = settings.theme === 'system' ? (system.dark ? 'dark' : 'light') : settings.theme;
  return {
    theme,
    contrast: settings.contrast === 'system' ? (system.contrast ? 'more' : 'normal') : settings.contrast,
    face: settings.face,
    deck: settings.deck,
    cards: settings.size,
    motion: settings.motion === 'system' ? (system.reduced ? 'reduced' : 'full') : settings.motion,
    hand: settings.hand,
  };
}

/** The duration of a movement relative to the usual time. */
export const SPEEDS: Record<Settings['speed'], number> = { slow: 1.8, normal: 1, fast: 0.5, none: 0.3 };
