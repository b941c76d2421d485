/** Checks a deal's shuffle on this device, with published values only. */
import type { Hashing } from '../../net/fairness/hashing';
import { check, type CheckResult } from '../../net/fairness/shuffleProof';
import type { ReplayCard, ReplayDeal } from '../../net/types';

export type Verified = CheckResult;

/** The result of the check. An unfinished deal can't be checked, because its secret is still unknown. */
export async function verify(card: Pick<ReplayCard, 'about'>, deal: ReplayDeal, hash?: Hashing): Promise<Verified> {
  const { proof, status } = deal.shuffle;
  if (status === 'sealed') return { status, findings: [], contributors: null };
  const cards = (text: string): string[] => text.split(' ').filter(Boolean);
  const piles = { hands: deal.hands.map(cards), mortos: deal.mortos.map(cards), stock: cards(deal.stock) };
  // A record may lack the id of its match; its proof has it.
  const match = card.about.id ?? String(proof?.match ?? '');
  return check(proof, { deal: deal.deal, dealer: deal.dealer, match, piles }, hash);
}
