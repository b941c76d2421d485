/** Icons of tables, lessons, rules and replays: paths of lines or of filled shapes, in a box of 24 × 24. */
export const menu = 'M4 6.5h16M4 12h16M4 17.5h16';
export const log = 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01';
export const talk = 'M4 5h16v11H11l-5 4v-4H4Z';
export const bot = 'M5 9h14v10H5ZM12 9V5M9.5 13.5v1.5M14.5 13.5v1.5M2.5 12.5v3M21.5 12.5v3';
export const away = 'M3 9a14 14 0 0 1 18 0M6.5 12.8a9 9 0 0 1 11 0M12 18.5h.01M4 3.5l16 17';
export const clock = 'M12 3.5a8.5 8.5 0 1 0 .01 0ZM12 7.5V12l3 2.5';
export const lock = 'M5.5 11h13v9.5h-13ZM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11';
export const back = 'M14.5 5.5 8 12l6.5 6.5';
export const onward = 'M9.5 5.5 16 12l-6.5 6.5';
export const check = 'M4.5 12.5l5 5 10-11';
export const morto = 'M8 3.5h11v14H8ZM8 6.5H5v14h11v-3';
export const undo = 'M8.5 4.5 4 9l4.5 4.5M4 9h9.5a5.5 5.5 0 0 1 0 11H9';
export const hint =
  'M9 18.5h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.3 1 2.4h6c0-1.1.2-1.7 1-2.4a6.5 6.5 0 0 0-4-11.6Z';
export const choose = 'M6 14.5 12 8.5l6 6';
export const turn = { filled: 'M7 4l12 8-12 8Z' };
export const out = { filled: 'M12 2.5l2.8 6.2 6.7.7-5 4.5 1.4 6.6-5.9-3.4-5.9 3.4 1.4-6.6-5-4.5 6.7-.7Z' };
export const more = {
  filled:
    'M3.2 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0M10.2 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0M17.2 12a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0',
};
export const play = { filled: 'M7 4l13 8-13 8Z' };
export const pause = { filled: 'M6.5 5h4v14h-4ZM13.5 5h4v14h-4Z' };
export const stepBack = { filled: 'M15.5 5v14L6.5 12Z' };
export const turnBack = { filled: 'M12.5 5v14L4 12ZM20 5v14l-8.5-7Z' };
export const dealBack = { filled: 'M5 5h2.5v14H5ZM20 5v14L9 12Z' };
