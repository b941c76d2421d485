import { describe, expect, test } from 'vitest';
import lots from '../../../../tests/fairness/lots.json';
import vectors from '../../../../tests/fairness/vectors.json';
import { Cuts, seatsOf } from './cuts';
import { dealOut } from './shuffle';
import { state } from '../testHelpers';
import { SHUFFLE, type DealEndedEvent, type SeatsDrawnEvent, type State } from '../types';

const VECTOR = vectors[0]!;
const { match, deal, dealer, commitment, contributions, secret } = VECTOR;

class Kept {
  readonly values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
}

/** Returns the bytes of "Ana" of the first vector, whatever the length. */
const ana = () => Uint8Array.from([0x41, 0x6e, 0x61]);
const cuts = (kept: Kept | null = null) => new Cuts(ana, kept);

function gathering(changes: Partial<State> = {}): State {
  const none = [null, null, null, null];
  return state({ match, deal, dealer, commitment, stage: 'gathering', contributions: none, ...changes });
}

function over(changes: Partial<DealEndedEvent> = {}): DealEndedEvent {
  const { hands, mortos, stock } = dealOut(VECTOR.pack.split(' '), 4, dealer);
  return {
    type: 'deal_ended',
    at: 1,
    deal,
    ending: 'stock',
    hands: [],
    dealt: hands.map((hand) => hand.join(' ')),
    mortos: mortos.map((morto) => morto.join(' ')),
    stock: stock.join(' '),
    points: [0, 0],
    fairness: { version: SHUFFLE, match, deal, dealer, commitment, contributions, secret },
    ...changes,
  };
}

const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

describe('contributing', () => {
  test('once a deal, when the commitment is there', () => {
    const own = cuts();
    expect(own.due(gathering({ commitment: '' }))).toBeNull();
    expect(own.due(gathering({ stage: 'playing' }))).toBeNull();
    expect(own.due(gathering())).toEqual({ deal: 1, bytes: '416e61' });
    expect(own.due(gathering())).toBeNull();
    expect(own.due(gathering({ deal: 2 }))).toEqual({ deal: 2, bytes: '416e61' });
  });

  test('with other bytes for another commitment, after the server was put back', async () => {
    let drawn = 0;
    const own = new Cuts(() => Uint8Array.from([++drawn]), null);
    expect(own.due(gathering({ commitment: '0'.repeat(64) }))).toEqual({ deal: 1, bytes: '01' });
    own.answered(1, true);
    expect(own.due(gathering())).toEqual({ deal: 1, bytes: '02' });
    expect(own.due(gathering())).toBeNull();
    own.answered(1, true);
    const broken = async (ended: DealEndedEvent) => codes((await own.check(ended, match, 0)).findings);
    expect(await broken(over())).toEqual(['client_shuffle_commitment', 'client_shuffle_own']);
    expect(await broken(over({ annulled: true }))).toEqual(['client_shuffle_commitment']);
  });

  test('not for a spectator, a bot, or a seat that has given', () => {
    expect(cuts().due(gathering({ you: null }))).toBeNull();
    expect(cuts().due(gathering({ contributions: ['', null, null, null] }))).toBeNull();
    const [first, ...others] = gathering().seats;
    expect(cuts().due(gathering({ seats: [{ ...first!, held: true }, ...others] }))).toBeNull();
  });

  test('of 32 bytes that nobody can guess', () => {
    const [one, other] = [new Cuts(undefined, null), new Cuts(undefined, null)].map((each) => each.due(gathering()));
    expect(one!.bytes).toMatch(/^[0-9a-f]{64}$/);
    expect(other!.bytes).not.toBe(one!.bytes);
  });

  test('again, with the same bytes, where nobody said what became of it', () => {
    const kept = new Kept();
    cuts(kept).due(gathering());
    const again = new Cuts(() => Uint8Array.from([1]), kept);
    expect(again.due(gathering())).toEqual({ deal: 1, bytes: '416e61' });
    again.answered(1, null);
    expect(again.due(gathering())).toEqual({ deal: 1, bytes: '416e61' });
  });

  test('other matches have other bytes', () => {
    const kept = new Kept();
    cuts(kept).due(gathering());
    const other = new Cuts(() => Uint8Array.from([1]), kept);
    expect(other.due(gathering({ match: 'm2' }))).toEqual({ deal: 1, bytes: '01' });
  });
});

describe('checking', () => {
  async function played(taken: boolean | null, ended = over(), kept = new Kept()) {
    const own = cuts(kept);
    own.due(gathering());
    own.answered(deal, taken);
    expect(own.over(gathering({ stage: 'finished', last: ended }))).toBe(ended);
    return own.check(ended, match, 0);
  }

  test('a shuffle that holds and has our bytes', async () => {
    const found = await played(true);
    expect(found).toEqual({ deal: 1, status: 'verified', findings: [], contributors: 3, own: true });
  });

  test('once, and not before it is known whether the bytes were taken', () => {
    const own = cuts();
    own.due(gathering());
    const last = gathering({ stage: 'finished', last: over() });
    expect(own.over(last)).toBeNull();
    own.answered(deal, true);
    expect(own.over(last)).not.toBeNull();
    expect(own.over(last)).toBeNull();
  });

  test('bytes that were taken and left out', async () => {
    const fairness = { ...over().fairness!, contributions: ['', ...contributions.slice(1)] };
    expect(codes((await played(true, over({ fairness }))).findings)).toContain('client_shuffle_own');
    expect(codes((await played(false, over({ fairness }))).findings)).not.toContain('client_shuffle_own');
  });

  test('another commitment than was shown, or none', async () => {
    const fairness = { ...over().fairness!, commitment: '00'.repeat(32) };
    expect(codes((await played(true, over({ fairness }))).findings)).toContain('client_shuffle_commitment');
    const { fairness: _, ...without } = over();
    const found = await played(false, without);
    expect([found.status, codes(found.findings)]).toEqual(['wrong', ['client_shuffle_commitment']]);
  });

  test('the commitment that was shown first counts', async () => {
    const own = cuts();
    own.due(gathering({ commitment: '00'.repeat(32) }));
    own.due(gathering({ stage: 'playing' }));
    expect(codes((await own.check(over(), match, 0)).findings)).toEqual(['client_shuffle_commitment']);
  });

  test('bytes of another tab that were left out', async () => {
    const own = cuts();
    own.due(gathering({ contributions: ['0102', null, null, null] }));
    const found = await own.check(over(), match, 0);
    expect([codes(found.findings), found.own]).toEqual([['client_shuffle_own'], false]);
  });

  test('another dealer than was shown', async () => {
    const own = cuts();
    own.due(gathering({ dealer: 2 }));
    expect(codes((await own.check(over(), match, 0)).findings)).toContain('fairness_other_dealer');
  });

  test('after the page was loaded again', async () => {
    const kept = new Kept();
    const before = cuts(kept);
    before.due(gathering());
    before.answered(deal, true);
    const fairness = { ...over().fairness!, contributions: ['', ...contributions.slice(1)] };
    const after = cuts(kept);
    after.due(gathering({ stage: 'playing' }));
    expect(await after.check(over(), match, 0)).toMatchObject({ status: 'verified', own: true });
    expect(codes((await after.check(over({ fairness }), match, 0)).findings)).toContain('client_shuffle_own');
  });

  test('packs that other tables have too, of which the table said so before', async () => {
    const fairness = { commitment } as never;
    const found = async (packs: string, shown = commitment) => {
      const own = cuts();
      own.due(gathering({ packs, commitment: shown }));
      own.answered(deal, true);
      const { status, findings } = await own.check(over({ fairness }), match, 0);
      return [status, ...codes(findings)];
    };
    expect(await found('cup/1/2')).toEqual(['committed']);
    expect(await found('cup/1/2', '0'.repeat(64))).toEqual(['wrong', 'client_shuffle_commitment']);
    expect(await found('')).toEqual(['wrong', 'fairness_secret_missing', 'client_shuffle_own']);
  });

  test('what cannot be read', async () => {
    const found = await cuts().check({ ...over(), dealt: undefined as never }, match, null);
    expect([found.status, codes(found.findings)]).toEqual(['wrong', ['client_shuffle_unreadable']]);
  });

  test('for a spectator', async () => {
    expect(await cuts().check(over(), match, null)).toMatchObject({ status: 'verified', own: false });
  });

  test('where nothing can be kept', async () => {
    const broken = {
      getItem: () => 'no json',
      setItem: () => {
        throw new Error('full');
      },
    };
    const own = new Cuts(ana, broken);
    expect(own.due(gathering())).not.toBeNull();
  });
});

describe('the lot for the seats', () => {
  type Case = (typeof lots)[number];
  const first = lots[0]!;
  const drawn = ({ seats, drawn, fairness }: Case, changes: object = {}): SeatsDrawnEvent =>
    ({ type: 'seats_drawn', at: 1, seats, drawn, fairness, ...changes }) as SeatsDrawnEvent;
  const before = ({ match, players, fairness }: Case, changes: Partial<State> = {}): State => {
    const none = Array<null>(players).fill(null);
    return state({ match, deal: 1, stage: 'lots', commitment: fairness.commitment, contributions: none, ...changes });
  };

  /** A player who sat at seat 0 before the draw for seats, and contributed that seat's bytes. */
  function gave(each: Case, changes: Partial<State> = {}): Cuts {
    const own = cuts();
    expect(own.due(before(each, changes))).toEqual({ deal: 0, bytes: '416e61' });
    own.answered(0, true);
    return own;
  }

  test.each(lots)('of $players holds, as in Python: $drawn', async (each) => {
    const found = await gave(each).checkLot(drawn(each), each.match, each.players);
    expect(found).toMatchObject({ deal: 0, status: 'verified', findings: [], own: true });
    expect(
      seatsOf(
        each.drawn.map((text) => text.slice(2)),
        each.players,
      ),
    ).toEqual(each.seats);
  });

  test('is checked once, and not before it is known whether the bytes were taken', () => {
    const own = cuts();
    own.due(before(first));
    const after = before(first, { stage: 'drawing', lot: drawn(first) });
    expect(own.lot(before(first))).toBeNull();
    expect(own.lot(after)).toBeNull();
    own.answered(0, true);
    expect(own.lot(after)).toEqual(drawn(first));
    expect(own.lot(after)).toBeNull();
  });

  test.each([
    ['client_lot_seats', { seats: [...first.seats].reverse() }],
    ['fairness_lot', { drawn: ['0 KD', '1 QD', '2 JD', '3 TD'] }],
    ['fairness_other_match', { fairness: { ...first.fairness, match: 'mesa-2#lots' } }],
    ['fairness_contributions', { fairness: { ...first.fairness, contributions: ['416e61'] } }],
    ['fairness_secret_missing', { fairness: { ...first.fairness, secret: undefined } }],
    ['fairness_commitment', { fairness: { ...first.fairness, secret: `${'00'.repeat(31)}ff` } }],
    ['fairness_version', { fairness: { version: 'x' } }],
    ['client_shuffle_own', { fairness: { ...first.fairness, contributions: ['', '', '', ''] } }],
    ['client_shuffle_commitment', { fairness: undefined }],
    ['fairness_list', { fairness: { ...first.fairness, contributions: 7 } }],
    ['client_shuffle_unreadable', { drawn: ['0'] }],
  ])('that does not hold: %s', async (code, changes) => {
    const event = JSON.parse(JSON.stringify(drawn(first, changes))) as SeatsDrawnEvent;
    const found = await gave(first).checkLot(event, first.match, 4);
    expect([found.status, codes(found.findings)]).toEqual(['wrong', expect.arrayContaining([code])]);
  });

  test('holds for a spectator too', async () => {
    expect(await cuts().checkLot(drawn(first), first.match, 4)).toMatchObject({ status: 'verified', own: false });
  });
});
