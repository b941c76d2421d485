/** Everything in English but the rules, in one file: the words of all pages come with the first, a fifth smaller. */
export { en } from './en';
export { en as account } from './en/account';
export { en as analysis } from './en/analysis';
export { en as findings } from './en/findings';
export { en as house } from './en/house';
export { en as install } from './en/install';
export { en as lesson } from './en/lesson';
export { en as matchEnd } from './en/matchEnd';
export { en as now } from './en/now';
export { en as replay } from './en/replay';
export { en as robots } from './en/robots';
export { en as seat } from './en/seat';
export { en as settings } from './en/settings';
export { en as sheet } from './en/sheet';
export { en as tables } from './en/tables';
