import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import books from '../src/rules/fixtures/rulebooks.json';
import { pt } from '../src/i18n/pt';
import { pt as now } from '../src/i18n/pt/table/now';
import { pt as replay } from '../src/i18n/pt/pages/replay';
import { pt as rules } from '../src/i18n/pt/pages/rules';
import { composed, named, renumbered, shortened } from './keyNumbers';

test('keys that a source puts together keep their names', () => {
  const is = composed(['t(`told.${event.type}`, x)', 't(`act.${verb}.detail`)', "const a = 'end.won', b = `end.lost`"]);
  expect(['told.draw', 'told.you.draw', 'act.meld.detail'].map(is)).toEqual([true, true, true]);
  expect(['told', 'act.meld', 'end.won', 'end.lost', 'retold.draw'].map(is)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(composed([])('end.won')).toBe(false);
});

test('the others are numbers wherever they stand as a whole text', () => {
  const code = "return t(won ? 'end.won' : `end.lost`, { 'end.won': 'end.won!', x: `${y}` })";
  const numbers = new Map([
    ['end.won', 3],
    ['end.lost', 40],
  ]);
  const program = parseAst(`(() => {${code}})`);
  expect(renumbered(`(() => {${code}})`, program, numbers)).toBe(
    "(() => {return t(won ?  3 :  40, {  3: 'end.won!', x: `${y}` })})",
  );
});

test('the last texts of a list have their names too', () => {
  const list = new Function(
    `${named} return named(${JSON.stringify(shortened(['a.x', 'a.xy', 'b']))}, ['none', 'one', 'two', 'three'])`,
  )() as Record<string, string>;
  expect([list[0], list['a.x'], list['a.xy'], list.b]).toEqual(['none', 'one', 'two', 'three']);
});

test('no key is the name of a parameter: those are texts of the server', () => {
  const keys = new Set(Object.keys({ ...pt, ...now, ...replay, ...rules }));
  const parameters = Object.values(books).flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([section, each]) => Object.keys(each).map((name) => `${section}.${name}`)),
  );
  expect(parameters.length).toBeGreaterThan(20);
  expect(parameters.filter((name) => keys.has(name))).toEqual([]);
});
