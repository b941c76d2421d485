/** Icons that the start page shows: paths of lines in a box of 24 × 24. */
export const close = 'M6 6l12 12M18 6 6 18';
export const eye =
  'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9.2a2.8 2.8 0 1 0 .01 0Z';
export const chart = 'M4 4v16h16M7.5 14.5l4-4.5 3.5 3 5-7';
export const people =
  'M5.5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M2.5 20c.3-4 3-6 6.5-6s6.2 2 6.5 6M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .8 3.3 2.7 3.5 5.5';
export const book = 'M4 5c3-1 6-.5 8 1 2-1.5 5-2 8-1v14c-3-1-6-.5-8 1-2-1.5-5-2-8-1ZM12 6v14';
export const sheet = 'M4.5 4h15v16h-15ZM12 4v16M7.2 9h2M14.8 9h2M7.2 13h2M14.8 13h2';
export const cup = 'M7 4h10v6a5 5 0 0 1-10 0ZM12 15v5M8 20h8';
export const settings =
  'M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1';
