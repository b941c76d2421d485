/** Leaves comments and indentation of index.html to who reads its source: each visit would pay for them. */
import type { Plugin } from 'vite';

export function comments(): Plugin {
  return {
    name: 'comments',
    apply: 'build',
    transformIndexHtml: (html) => html.replace(/\s*<!--.*?-->/gs, '').replace(/\n\s+/g, '\n'),
  };
}
