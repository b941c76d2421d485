/** Tokens in the part of an address after #, which servers don't see. */

/** The token of this name ("convite", "t") in the part after #; null without one. */
export function tokenIn(hash: string, name: string): string | null {
  return new RegExp(`[#&]${name}=([\\w-]{1,200})`).exec(hash)?.[1] ?? null;
}

/** Removes the token from the address, where it would be visible and remembered. */
export function takeToken(name: string): string | null {
  const found = tokenIn(location.hash, name);
  if (found !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}
