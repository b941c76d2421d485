import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as api from './api';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

let answers: (Response | Error)[];
const asked: { url: string; options: RequestInit }[] = [];
const paused: number[] = [];

beforeEach(() => {
  answers = [];
  asked.length = paused.length = 0;
  vi.spyOn(api.ways, 'fetch').mockImplementation(async (url, options) => {
    asked.push({ url, options });
    const answer = answers.shift() ?? new Error('nobody there');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  vi.spyOn(api.ways, 'pause').mockImplementation(async (ms) => void paused.push(ms));
});

async function failure(promise: Promise<unknown>): Promise<api.ApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(api.ApiError);
  return error as api.ApiError;
}

describe('a request', () => {
  test('has its method, its body and the cookie', async () => {
    answers = [json(201, { player: 'p1', name: 'Ana' })];
    expect(await api.guest('Ana', 'pt')).toMatchObject({ player: 'p1' });
    const [{ url, options }] = asked as [(typeof asked)[0]];
    expect([url, options.method, options.credentials]).toEqual(['api/guests', 'POST', 'same-origin']);
    expect(options.headers).toEqual({ 'Content-Type': 'application/json' });
    expect(JSON.parse(options.body as string)).toEqual({ name: 'Ana', language: 'pt' });
  });

  test('of a guest says by what it comes to a tournament', async () => {
    answers = [json(201, { player: 'p1', name: 'Ana' })];
    const admission = { tournament: 'a2', token: 'b3' };
    await api.guest('Ana', 'pt', admission);
    expect(JSON.parse(asked[0]!.options.body as string)).toEqual({ name: 'Ana', language: 'pt', admission });
  });

  test('without a body says nothing of one', async () => {
    answers = [new Response(null, { status: 204 })];
    expect(await api.leaveSeat('t1')).toBeUndefined();
    expect(asked[0]!.options).not.toHaveProperty('body');
    expect(asked[0]!.options).not.toHaveProperty('headers');
  });

  test('with a text says so', async () => {
    answers = [json(200, {})];
    await api.replay('canastra 1');
    expect(asked[0]!.options).toMatchObject({ body: 'canastra 1', headers: { 'Content-Type': 'text/plain' } });
  });

  test('has its places filled in, and what was asked for', async () => {
    answers = [json(200, { tables: [], after: null }), json(200, {}), new Response('record', { status: 200 })];
    await api.tables({ state: 'running', rulebook: '', after: 'a b' });
    await api.tableCard('t/1', 'x&y');
    expect(await api.record('t1')).toBe('record');
    expect(asked.map(({ url }) => url)).toEqual([
      'api/tables?state=running&after=a+b',
      'api/tables/t%2F1',
      'api/tables/t1/record',
    ]);
    expect(asked.map(({ options }) => options.headers)).toEqual([
      undefined,
      { 'Canastra-Invitation': 'x&y' },
      undefined,
    ]);
    expect(api.address('PUT /api/tables/{table}/seats/{seat}', { path: { table: 't', seat: 0 } })).toBe(
      'api/tables/t/seats/0',
    );
  });
});

describe('an error', () => {
  test('is the server’s code and words', async () => {
    const fault = { code: 'lobby_full', pt: 'cheia', en: 'full', article: 'Art. 6' };
    answers = [json(409, { error: fault })];
    const error = await failure(api.takeSeat('t1', 2));
    expect(error).toMatchObject({ ...fault, status: 409, offline: false, after: null });
    expect(asked).toHaveLength(1);
  });

  test('says when to come back', async () => {
    answers = [json(429, { error: { code: 'api_rate', pt: '', en: '' } }, { 'Retry-After': '7' })];
    expect(await failure(api.guest('Ana', 'pt'))).toMatchObject({ status: 429, after: 7, article: null });
  });

  test.each(['<html>', '[]', 'null', '{"error": {"code": 5}}'])('of something in between: %s', async (text) => {
    answers = [new Response(text, { status: 418 })];
    expect(await failure(api.myTables())).toMatchObject({ code: 'client_status', status: 418 });
  });

  test('is an answer that is none', async () => {
    answers = [new Response('{', { status: 200, headers: { 'Content-Type': 'application/json' } })];
    expect(await failure(api.rulebooks())).toMatchObject({ code: 'client_not_understood', status: 200 });
  });

  test('is no answer at all', async () => {
    const error = await failure(api.openTable({ rulebook: 'buraco' }));
    expect(error).toMatchObject({ code: 'client_unreachable', status: null, offline: true });
    expect(asked).toHaveLength(1);
  });
});

describe('asking again', () => {
  test('what changes nothing, twice', async () => {
    answers = [new TypeError('lost'), json(503, { error: { code: 'api_unavailable', pt: '', en: '' } }), json(200, {})];
    await api.rulebooks();
    expect([asked.length, paused]).toEqual([3, [...api.PAUSES]]);
  });

  test('and no more', async () => {
    expect((await failure(api.rulebooks())).offline).toBe(true);
    expect(asked).toHaveLength(3);
  });

  test('not what was refused', async () => {
    answers = [json(404, { error: { code: 'lobby_no_table', pt: '', en: '' } })];
    await failure(api.tableCard('t1'));
    expect(asked).toHaveLength(1);
  });
});

test('nobody is nobody, and no error', async () => {
  answers = [json(200, null)];
  expect(await api.me()).toBeNull();
  answers = [json(403, { error: { code: 'api_person', pt: '', en: '' } })];
  expect((await failure(api.me())).status).toBe(403);
});
