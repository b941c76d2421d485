/** Tokens that come with an address, behind its # where no server sees them. */

/** The token of this name ("convite", "t") in the part behind the #; null without one. */
export function tokenIn(hash: string, name: string): string | null {
  return new RegExp(`[#&]${name}=([\\w-]{1,200})`).exec(hash)?.[1] ?? null;
}

/** Takes it out of the address, where it would be seen and remembered. */
export function takeToken(name: string): string | null {
  const found = tokenIn(location.hash, name);
  if (found !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}
