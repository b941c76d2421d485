/** Resolves after the present page has been painted; at once if the page is hidden. */
export function painted(): Promise<void> {
  return new Promise((done) => (document.hidden ? done() : requestAnimationFrame(() => setTimeout(done))));
}
