/** A dot on the page's icon while a table waits for the player and the page is hidden. */

let waits = false;
let watched = false;

/** Reports if a table waits for the player. */
export function tableWaits(on: boolean): void {
  waits = on;
  if (on && !watched) {
    watched = true;
    document.addEventListener('visibilitychange', show);
  }
  show();
}

function show(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = waits && document.hidden ? 'icon-turn.svg' : 'icon.svg';
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}
