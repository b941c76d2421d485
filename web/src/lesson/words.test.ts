import { expect, test } from 'vitest';
import { en } from '../i18n/en/pages/lesson';
import { pt } from '../i18n/pt/pages/lesson';
import { moveOf } from '../board/moves';
import { fetchLesson } from './lessons';

const BOOKS = ['buraco', 'canastra-curinguinha', 'canastra-duelo', 'canastra-regional', 'tranca'];
const figures = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

test('both languages have the same figures', () => {
  for (const [key, text] of Object.entries(pt)) expect(figures(en[key as keyof typeof pt]), key).toEqual(figures(text));
});

test.each(BOOKS)('every task of %s is said, and in short', async (id) => {
  for (const words of [pt, en] as Record<string, string>[]) {
    for (const { topic, say, does } of (await fetchLesson(id)).tasks) {
      const what = words[`lesson.do.${moveOf(does).verb}`];
      const why = words[`lesson.why.${id}.${say}`] ?? words[`lesson.why.${say}`];
      expect(words[`lesson.topic.${topic}`], topic).toBeDefined();
      expect(`${what} ${why}`.length, say).toBeLessThanOrEqual(125);
      expect(what, does).toBeDefined();
      expect(why, say).toBeDefined();
    }
  }
});
