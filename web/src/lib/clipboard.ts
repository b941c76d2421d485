/** Copies a text to the clipboard; false if the browser does not allow it. */
export async function copyText(text: string, shown?: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard API, but selected text can still be copied.
    shown?.select();
    try {
      return !!shown && document.execCommand('copy');
    } catch {
      return false;
    }
  }
}
