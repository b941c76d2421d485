/** Between the hand and the table: what lights up there, what a tap or a key does here. */
import type { Option, Place, Targets } from '../targets.svelte';
import type { HandController } from './controller.svelte';
import type { Offer } from './offers';
import type { Deed } from './shortcuts';
import { ORDERS } from './handOrder';

/** What lights up now. */
export function lit(playing: HandController): Omit<Targets, 'onTarget'> {
  const { offers, own, myTurn } = playing;
  const has = (verb: Offer['verb']): boolean => offers.all.some((offer) => offer.verb === verb);
  const [fresh] = offers.all.filter(({ verb }) => verb === 'meld');
  return {
    melds: new Map([...offers.melds].map(([number, [offer]]) => [number, option(offer!)])),
    fresh: fresh ? option(fresh) : null,
    stock: has('draw'),
    pile: has('take') ? 'take' : has('discard') ? 'discard' : null,
    due: myTurn && own.phase === 'justify',
  };
}

function option({ action, way }: Offer): Option {
  return way ? { action, canasta: way.canasta, points: way.points } : { action };
}

/** A place of the table was tapped, or chosen cards were let go over it. */
export function tapped(playing: HandController, place: Place, number?: number): void {
  const { offers } = playing;
  if (offers.waiting) return playing.whenKnown(() => tapped(playing, place, number));
  const all = (verb: Offer['verb']): Offer[] => offers.all.filter((offer) => offer.verb === verb);
  switch (place) {
    case 'stock':
      return playing.take(all('draw'));
    case 'pile':
      return playing.take(all('take').length ? all('take') : all('discard'));
    case 'new':
      return playing.take(all('meld'));
    case 'meld':
      return number === undefined ? undefined : onMeld(playing, number);
  }
}

/** Cards that don't fit there are told why: once the server has looked, for three that make a meld may fit there too. */
function onMeld(playing: HandController, number: number): void {
  const found = playing.offers.melds.get(number);
  if (found) playing.take(found);
  else if (playing.answer) playing.deny(number);
  else playing.whenKnown(() => onMeld(playing, number));
}

/** A key was pressed. */
export function press(playing: HandController, deed: Deed, hints: boolean): void {
  if (typeof deed === 'object') return tapped(playing, 'meld', deed.meld);
  switch (deed) {
    case 'primary':
      return playing.primary();
    case 'second':
      return playing.take(playing.offers.second ? [playing.offers.second] : []);
    case 'back':
      return playing.back();
    case 'stock':
      return tapped(playing, 'stock');
    case 'pile':
      return pile(playing);
    case 'fresh':
      return tapped(playing, 'new');
    case 'undo':
      return void playing.undo();
    case 'hint':
      return hints ? void playing.askHint() : undefined;
    case 'moves':
    case 'keys':
      playing.sheet = playing.sheet === deed ? null : deed;
      return;
    case 'order':
      return playing.arrange(ORDERS[(ORDERS.indexOf(playing.order) + 1) % 3]!);
  }
}

/** On others' turns the key chooses the discard beforehand. */
function pile(playing: HandController): void {
  const [key] = playing.chosen;
  if (!playing.myTurn && playing.chosen.size === 1) return playing.preselect(key!);
  tapped(playing, 'pile');
}

