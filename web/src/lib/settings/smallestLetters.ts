/** What the browser makes of the smallest letters: a person may have forbidden it to draw any smaller than some size. */

/** The smallest letters of the page, in pixels at a text size of 100 %: `--size-small`. */
const SMALLEST = 13;
/** Where no browser enlarges anything. */
const LARGE = 130;
/** From here on it is no rounding of widths. */
const NOTABLE = 1.06;

/**
 * How many times larger than asked the smallest letters are drawn; 1 where they are drawn as asked. Rooms are measured in
 * letters that were asked for: when all letters grow as much, they fit again.
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
