/**
 * Keeps the page working under a browser's translator.
 *
 * A translator replaces a text node with `<font>` elements. Svelte still holds the node: it would write to it without
 * effect, and couldn't remove the translation. So the empty node is inserted behind its translation. When Svelte writes
 * to it, moves it or removes it, the translation is removed, and the translator translates the new text by itself.
 */
interface Translation {
  font: Element;
  /** The translated text. */
  words: string;
}

/** Watches all texts from now on. */
export function keepTexts(): void {
  const translations = new Map<Text, Translation>();
  const known = new WeakSet<Node>();

  function replaced(
    text: Text,
    { target, addedNodes, previousSibling, nextSibling }: MutationRecord,
    written: boolean,
  ): void {
    if (text.isConnected || translations.has(text)) return;
    const font = [addedNodes[0], previousSibling, nextSibling].find(
      (node): node is Element => node?.nodeName === 'FONT' && node.parentNode === target && !known.has(node),
    );
    if (!font) return;
    // The text changed meanwhile, so the translation is outdated.
    if (written) return font.replaceWith(text);
    font.after(text);
    known.add(font);
    translations.set(text, { font, words: text.data });
    text.data = '';
  }

  const observer = new MutationObserver((records) => {
    const written = new Set(records.filter(({ type }) => type === 'characterData').map(({ target }) => target));
    /**
     * Texts that the translator put in place of a translation to show the original, or put there before the node came
     * back.
     */
    const foreign = new Set<Node>();
    for (const [text, { font, words }] of translations) {
      const moved = text.previousSibling !== font;
      if (!moved && !written.has(text)) continue;
      translations.delete(text);
      font.remove();
      if (!written.has(text)) text.data = words;
      for (const { addedNodes, removedNodes } of records) {
        const [own] = addedNodes;
        if (removedNodes[0] === font && own instanceof Text && own !== text) foreign.add(own);
      }
    }
    for (const record of records) {
      for (const node of record.removedNodes) {
        if (foreign.has(node)) for (const each of record.addedNodes) foreign.add(each);
        else if (node instanceof Text) replaced(node, record, written.has(node));
      }
    }
    for (const each of foreign) (each as ChildNode).remove();
    observer.takeRecords(); // Ignores the changes made here.
  });
  observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
}
