/** Removes comments and indentation from the built index.html, which would enlarge every visit. */
import type { Plugin } from 'vite';

export function comments(): Plugin {
  return {
    name: 'comments',
    apply: 'build',
    transformIndexHtml: (html) => html.replace(/\s*<!--.*?-->/gs, '').replace(/\n\s+/g, '\n'),
  };
}
