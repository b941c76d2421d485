import type { pt } from '../pt/notify';

export const en: Record<keyof typeof pt, string> = {
  'notify.ask': 'Allow notifications',
  'notify.default': 'Not allowed yet: the browser asks.',
  'notify.denied': 'The browser does not allow it. Tap the sign beside the address and allow notifications.',
  'notify.impossible': 'This browser has no notifications. On an iPhone or iPad, first put the page on the Home Screen.',
};
