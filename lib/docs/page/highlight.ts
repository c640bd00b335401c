import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import type { Html } from '#shared/html/html.ts';

/** The grammars of samples, by the names of their languages in Markdown. */
const grammars = {
  go,
  http,
  js: javascript,
  json,
  php,
  python,
  sh: bash,
  ts: typescript,
};

type Language = keyof typeof grammars;

export const languageNames: Readonly<Record<Language, string>> = {
  go: 'Go',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  python: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
};

for (const [name, grammar] of Object.entries(grammars))
  highlighter.registerLanguage(name, grammar);

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(grammars, name);
}

/** The classes of the stylesheet, by what a grammar finds. Everything else has no color. */
const classes: Readonly<Record<string, string>> = {
  comment: 'c',
  keyword: 'k',
  literal: 'k',
  meta: 'k',
  number: 'k',
  string: 's',
};

/** Colors code when the documentation is built, so that pages need no script for it. */
export function highlight(code: string, language: Language): Html {
  const { value } = highlighter.highlight(code, { language });
  const open: string[] = [];
  const colored = value.replaceAll(
    /<span class="hljs-(\w+)[^>]*>|<\/span>/g,
    (tag, kind) => {
      if (kind === undefined) return open.pop() ? tag : '';
      const name = classes[kind] ?? '';
      open.push(name);
      return name ? `<span class="${name}">` : '';
    },
  );
  return { html: colored };
}
