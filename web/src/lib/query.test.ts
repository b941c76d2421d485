import { describe, expect, test } from 'vitest';
import { Query, Mutation } from './query.svelte';

describe('what is asked for', () => {
  test('comes, or goes wrong and keeps what was there', async () => {
    let fails = false;
    const query = new Query(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve(7)));
    const first = query.ask();
    expect(query.busy).toBe(true);
    await first;
    expect([query.value, query.error, query.busy]).toEqual([7, null, false]);
    fails = true;
    await query.ask();
    expect(query.value).toBe(7);
    expect(query.error).toBeInstanceOf(Error);
  });

  test('is the latest answer, whichever comes last', async () => {
    const ends: ((value: number) => void)[] = [];
    const query = new Query(() => new Promise<number>((end) => ends.push(end)));
    const [one, two] = [query.ask(), query.ask()];
    ends[1]!(2);
    await two;
    ends[0]!(1);
    await one;
    expect(query.value).toBe(2);
  });
});

describe('what is done', () => {
  test('is done once at a time', async () => {
    const mutation = new Mutation();
    let end = () => {};
    let count = 0;
    const work = () => new Promise<void>((done) => ((count += 1), (end = done)));
    const first = mutation.run(work);
    expect(await mutation.run(work)).toBe(false);
    end();
    expect(await first).toBe(true);
    expect([count, mutation.busy]).toEqual([1, false]);
  });

  test('says what went wrong until it is tried again', async () => {
    const mutation = new Mutation();
    expect(await mutation.run(() => Promise.reject(new Error('no')))).toBe(false);
    expect(mutation.error).toBeInstanceOf(Error);
    await mutation.run(() => Promise.resolve());
    expect(mutation.error).toBe(null);
  });
});
