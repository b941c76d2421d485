/** The sign that a table waits for this person: a dot on the page's icon, while the page is in the background. */

let waits = false;
let watched = false;

/** Says whether a table waits for whoever looks at this page. */
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
