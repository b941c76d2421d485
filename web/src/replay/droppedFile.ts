/** The file that was dropped on a page, for the page that shows it. */
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
