import type { pt } from '../../pt/pages/install';

export const en: Record<keyof typeof pt, string> = {
  'install.phone': 'Install on the phone',
  'install.here': 'Install on the computer',
  'install.hand': 'Tap Share, at the bottom or the top of the screen, then Add to Home Screen.',
  'install.away': 'Don’t offer again',
};
