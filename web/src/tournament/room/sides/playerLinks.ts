/** The links of players, by side, and as a text to send. Pure. */
import type { PlayerLink, SideCard } from '../../state/types';

export interface SideLinks {
  side: number;
  name: string;
  links: readonly PlayerLink[];
}

/** The links of each remaining side, in the order of their numbers. */
export function linksBySide(links: readonly PlayerLink[], sides: readonly SideCard[]): SideLinks[] {
  return sides
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ number, name }) => ({ side: number, name, links: links.filter((each) => each.side === number) }))
    .filter((each) => each.links.length);
}

/** A line for each player: "Ana (Ana e Rui): https://…", without the side if it has the player's name. */
export function linksAsText(sides: readonly SideLinks[], addressOf: (link: PlayerLink) => string): string {
  return sides
    .flatMap(({ name, links }) =>
      links.map((each) => `${each.name}${name === each.name ? '' : ` (${name})`}: ${addressOf(each)}`),
    )
    .join('\n');
}
