/** Resolves when what is on the page by now has been painted; where nobody sees the page, at once. */
export function painted(): Promise<void> {
  return new Promise((done) => (document.hidden ? done() : requestAnimationFrame(() => setTimeout(done))));
}
