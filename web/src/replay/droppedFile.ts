/** A file on its way from the page it was dropped on to the one that shows it. */
let file: Blob | null = null;

export function put(dropped: Blob): void {
  file = dropped;
}

/** The file, once. */
export function take(): Blob | null {
  const found = file;
  file = null;
  return found;
}
