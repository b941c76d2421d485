/** The links of players, side by side, and as a text to be sent. Pure. */
import type { PlayerLink, SideCard } from '../../state/types';

export interface SideLinks {
  side: number;
  name: string;
  links: readonly PlayerLink[];
}

/** The links of each side that stays, in the order of their numbers. */
export function linksBySide(links: readonly PlayerLink[], sides: readonly SideCard[]): SideLinks[] {
  return sides
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ number, name }) => ({ side: number, name, links: links.filter((each) => each.side === number) }))
    .filter((each) => each.links.length);
}

/** A line for each player: "Ana (Ana e Rui): https://…", without the side where it is called as its player. */
export function linksAsText(sides: readonly SideLinks[], addressOf: (link: PlayerLink) => string): string {
  return sides
    .flatMap(({ name, links }) =>
      links.map((each) => `${each.name}${name === each.name ? '' : ` (${name})`}: ${addressOf(each)}`),
    )
    .join('\n');
}
