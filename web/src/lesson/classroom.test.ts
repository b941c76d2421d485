import { beforeEach, describe, expect, test } from 'vitest';
import { TableStore } from '../live/store.svelte';
import type { State } from '../net/types';
import { Classroom } from './classroom';
import { fetchLesson } from './lessons';
import { begins, optionOf, tasksDone, waysOf, type Plan } from './plan';
import { lessonStore, type LessonStore } from './store.svelte';

const BOOKS = ['buraco', 'canastra-curinguinha', 'canastra-duelo', 'canastra-regional', 'tranca'];
/** Waits until the messages of the classroom have arrived. */
const soon = () => new Promise((done) => setTimeout(done));

const open: (() => void)[] = [];
beforeEach(() => {
  for (const close of open.splice(0)) close();
});

async function lesson(plan: Plan, done = 0, went: number[] = []): Promise<LessonStore> {
  const store = lessonStore(
    TableStore,
    new Classroom(plan, done, 'm', (now) => void went.push(now)),
    'm',
    () => 'none',
  );
  open.push(store.open());
  await soon();
  return store;
}

describe.each(BOOKS)('the lesson of %s', (id) => {
  test('goes on with each task, and ends with its points', async () => {
    const plan = await fetchLesson(id);
    const went: number[] = [];
    const store = await lesson(plan, 0, went);
    for (const [place, { does }] of plan.tasks.entries()) {
      expect(tasksDone(plan, store.known.seq)).toBe(place);
      expect(store.known.seq).toBe(begins(plan, place));
      expect(store.myTurn).toBe(true);
      await expect(store.act(does)).resolves.toMatchObject({ is: 'done' });
      await soon();
    }
    expect(went).toEqual(plan.tasks.map((_, place) => place + 1));
    expect(store.state!.last?.went_out).toBe(0);
    expect(store.pending).toEqual([]);
  });

  test('is the same when it is taken up again at any task', async () => {
    const plan = await fetchLesson(id);
    const through = await lesson(plan);
    const states: State[] = [];
    for (const { does } of plan.tasks) {
      states.push(through.state!);
      await through.act(does);
      await soon();
    }
    for (const [place, state] of states.entries()) {
      const again = await lesson(plan, place);
      expect(again.state).toEqual(state);
    }
  });

  test('knows what the cards of each task can do', async () => {
    const plan = await fetchLesson(id);
    const store = await lesson(plan);
    for (const task of plan.tasks) {
      const cards = task.does.split(' ').filter((word) => /^[A2-9TJQK][SHDC]$/.test(word));
      if (/^(meld|lay)/.test(task.does)) {
        const answer = await store.preview([...cards].sort().join(' '));
        expect(answer).toMatchObject({ type: 'previewed', step: store.state!.step });
        expect(answer && 'ways' in answer && answer.ways.map(({ action }) => action)).toContain(task.does);
      }
      await store.act(task.does);
      await soon();
    }
  });
});

describe('something else than the task', () => {
  test('is not played, is no fault, and is noted until the task is done', async () => {
    const plan = await fetchLesson('buraco');
    const store = await lesson(plan);
    const before = store.state;
    await expect(store.act('take')).resolves.toEqual({ is: 'unknown' });
    expect(store.state).toBe(before);
    expect(store.strays).toBe(1);
    await store.act('draw');
    expect(store.strays).toBe(0);
  });

  test('is refused where it comes to the classroom itself', async () => {
    const plan = await fetchLesson('buraco');
    const room = new Classroom(plan, 0, 'm');
    const store = new TableStore({ table: 'm' }, { dial: () => room.dial(), others: null, follow: () => () => {} });
    open.push(store.open());
    await soon();
    await expect(store.act('take')).resolves.toMatchObject({ is: 'refused' });
    expect(room.task).toBe(plan.tasks[0]);
  });

  test('is done by the lesson itself when one asks for it', async () => {
    const plan = await fetchLesson('tranca');
    const store = await lesson(plan, 3);
    expect(await store.preview('4C')).toMatchObject({ type: 'error' });
    store.showMe();
    await soon();
    expect(tasksDone(plan, store.known.seq)).toBe(4);
  });
});

describe('the connection', () => {
  test('that comes again is told where the lesson is', async () => {
    const plan = await fetchLesson('buraco');
    const room = new Classroom(plan, 0, 'm');
    const first = lessonStore(TableStore, room, 'm', () => 'none');
    open.push(first.open());
    await soon();
    await first.act('draw');
    const second = lessonStore(TableStore, room, 'm', () => 'none');
    open.push(second.open());
    await soon();
    expect(second.state).toEqual(first.state);
  });

  test('that is closed hears nothing', async () => {
    const plan = await fetchLesson('buraco');
    const room = new Classroom(plan, 0, 'm');
    const socket = room.dial();
    socket.onmessage = () => expect.unreachable();
    socket.close();
    await soon();
  });
});

test('a card can be discarded, and a wild one stands for another', async () => {
  const plan = await fetchLesson('buraco');
  const discard = plan.tasks.find(({ topic }) => topic === 'discard')!;
  expect(waysOf({ ...discard, answers: { '4C': [] } }, '4C', ['discard 4C', 'discard 5C'])).toMatchObject([
    { action: 'discard 4C' },
  ]);
  expect(waysOf(discard, '4C', ['discard 4C'])).toBe(null);
  expect(waysOf(discard, '4C 9H', ['discard 4C'])).toEqual([]);
  expect(optionOf(plan.tasks.find(({ topic }) => topic === 'wild')!)?.stands_for).toBe('9H');
  expect(optionOf(discard)).toBe(null);
});
