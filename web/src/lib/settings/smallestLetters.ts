/** Measures the browser's least text size: users can forbid smaller text in their browser. */

/** The size of the smallest text of the page, in pixels at a text size of 100 %: `--size-small`. */
const SMALLEST = 13;
/** A size that no browser enlarges. */
const LARGE = 130;
/** From this factor on it is not just rounding. */
const NOTABLE = 1.06;

/**
 * The factor by which the smallest text is enlarged; 1 if it is drawn as requested. The page measures its rooms in
 * requested sizes: they fit again if all text grows by the same factor.
 */
export function enlarged(): number {
  const probe = document.createElement('span');
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' });
  probe.textContent = 'monte lixo morto';
  document.body.append(probe);
  const width = (size: number): number => {
    probe.style.fontSize = `${size}px`;
    return probe.getBoundingClientRect().width / size;
  };
  const times = width(SMALLEST) / width(LARGE);
  probe.remove();
  return times > NOTABLE ? times : 1;
}
