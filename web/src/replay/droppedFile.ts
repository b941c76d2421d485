/** Hands a dropped file over to the page that shows it. */
let file: Blob | null = null;

export function put(dropped: Blob): void {
  file = dropped;
}

/** Returns the file and forgets it. */
export function take(): Blob | null {
  const found = file;
  file = null;
  return found;
}
