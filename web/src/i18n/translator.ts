/**
 * Keeps the page alive under a browser's translator.
 *
 * A translator replaces a text node by `<font>` elements. Svelte keeps the node and would go on writing to it unseen, and
 * what it removes would stay. So the node goes back, empty, behind its translation, where Svelte finds it. Once Svelte
 * writes to it, moves it or removes it, the translation goes, and the translator does the new words by itself.
 */
interface Translation {
  font: Element;
  /** What was translated. */
  words: string;
}

/** Watches over all texts from now on. */
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
    // Written to meanwhile: the translation is of what it said before.
    if (written) return font.replaceWith(text);
    font.after(text);
    known.add(font);
    translations.set(text, { font, words: text.data });
    text.data = '';
  }

  const observer = new MutationObserver((records) => {
    const written = new Set(records.filter(({ type }) => type === 'characterData').map(({ target }) => target));
    /** Texts that the translator put where a translation was, to show the original; and, if it was quick, theirs. */
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
    observer.takeRecords(); // What was done here is no news.
  });
  observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
}
