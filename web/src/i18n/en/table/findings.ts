import type { pt } from '../../pt/table/findings';

export const en: Record<keyof typeof pt, string> = {
  'flaw.none': 'no card',
  'flaw.fairness_key_missing': 'The proof of the shuffle lacks “{key}”.',
  'flaw.fairness_key_unknown': 'The proof of the shuffle has something unknown: “{key}”.',
  'flaw.fairness_version': 'The proof is of version “{found}”; this device checks version {version}.',
  'flaw.fairness_match': 'The proof does not rightly say which match it is of.',
  'flaw.fairness_number': 'The number “{key}” of the proof makes no sense.',
  'flaw.fairness_bytes': 'The code “{key}” of the proof is broken.',
  'flaw.fairness_list': 'The list of cuts in the proof is broken.',
  'flaw.fairness_bytes_up_to': 'One of the cuts in the proof is broken.',
  'flaw.fairness_other_match': 'The proof is of another match ({found}).',
  'flaw.fairness_other_deal': 'The proof is of deal {found}, not of deal {expected}.',
  'flaw.fairness_other_dealer': 'In the proof seat {found} deals; at the table it was seat {expected}.',
  'flaw.fairness_contributions': 'The proof has cuts of {found} players, and {expected} play.',
  'flaw.fairness_commitment': 'The secret that was shown is not the one fixed before the deal.',
  'flaw.fairness_secret_missing': 'The deal is over and the secret of the shuffle was not shown.',
  'flaw.fairness_hidden': '{cards_hidden} cards are hidden: they cannot be checked.',
  'flaw.fairness_hand':
    'Cards out of place: {cards_wrong}. The first: in the hand of seat {owner}, card {place} is {card}, and the shuffle gave {due}.',
  'flaw.fairness_morto':
    'Cards out of place: {cards_wrong}. The first: in morto {owner}, card {place} is {card}, and the shuffle gave {due}.',
  'flaw.fairness_stock':
    'Cards out of place: {cards_wrong}. The first: in the stock, card {place} is {card}, and the shuffle gave {due}.',
  'flaw.fairness_lot': 'The cards drawn are not those of the lot.',
  'flaw.client_lot_seats': 'The seats are not those that the cards drawn give.',
  'flaw.client_shuffle_unreadable': 'The proof of the shuffle could not be read.',
  'flaw.client_shuffle_commitment': 'The server changed what it had fixed before the deal.',
  'flaw.client_shuffle_own': 'Your cut did not go into the shuffle.',
};
