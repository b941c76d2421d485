/** Checking a deal's shuffle here, with nothing but what was published. */
import type { Hashing } from '../../net/fairness/hashing';
import { check, type CheckResult } from '../../net/fairness/shuffleProof';
import type { ReplayCard, ReplayDeal } from '../../net/types';

export type Verified = CheckResult;

/** The result on this device; a deal that is not over can't be checked, as its secret is not known yet. */
export async function verify(card: Pick<ReplayCard, 'about'>, deal: ReplayDeal, hash?: Hashing): Promise<Verified> {
  const { proof, status } = deal.shuffle;
  if (status === 'sealed') return { status, findings: [], contributors: null };
  const cards = (text: string): string[] => text.split(' ').filter(Boolean);
  const piles = { hands: deal.hands.map(cards), mortos: deal.mortos.map(cards), stock: cards(deal.stock) };
  // A record need not say which match it is; its proof does.
  const match = card.about.id ?? String(proof?.match ?? '');
  return check(proof, { deal: deal.deal, dealer: deal.dealer, match, piles }, hash);
}
