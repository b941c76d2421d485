import { describe, expect, test } from 'vitest';
import { Asked, Doing } from './query.svelte';

describe('what is asked for', () => {
  test('comes, or goes wrong and keeps what was there', async () => {
    let fails = false;
    const asked = new Asked(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve(7)));
    const first = asked.ask();
    expect(asked.busy).toBe(true);
    await first;
    expect([asked.value, asked.error, asked.busy]).toEqual([7, null, false]);
    fails = true;
    await asked.ask();
    expect(asked.value).toBe(7);
    expect(asked.error).toBeInstanceOf(Error);
  });

  test('is the latest answer, whichever comes last', async () => {
    const ends: ((value: number) => void)[] = [];
    const asked = new Asked(() => new Promise<number>((end) => ends.push(end)));
    const [one, two] = [asked.ask(), asked.ask()];
    ends[1]!(2);
    await two;
    ends[0]!(1);
    await one;
    expect(asked.value).toBe(2);
  });
});

describe('what is done', () => {
  test('is done once at a time', async () => {
    const doing = new Doing();
    let end = () => {};
    let count = 0;
    const work = () => new Promise<void>((done) => ((count += 1), (end = done)));
    const first = doing.run(work);
    expect(await doing.run(work)).toBe(false);
    end();
    expect(await first).toBe(true);
    expect([count, doing.busy]).toEqual([1, false]);
  });

  test('says what went wrong until it is tried again', async () => {
    const doing = new Doing();
    expect(await doing.run(() => Promise.reject(new Error('no')))).toBe(false);
    expect(doing.error).toBeInstanceOf(Error);
    await doing.run(() => Promise.resolve());
    expect(doing.error).toBe(null);
  });
});
