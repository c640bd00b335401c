import { type Html, html } from '../html/html.ts';
import type { Texts } from './languages/languages.ts';
import { renderPage } from './layout.ts';

type Kind = keyof Texts['errors']['kinds'];

/** What a person is told of an error: its title, and its own sentence where it has one. */
function wordsFor(status: number, code: string, { errors: { kinds, sentences } }: Texts) {
  const kind = status in kinds ? (status as Kind) : status < 500 ? 400 : 500;
  const [title = '', sentence = ''] = kinds[kind];
  const own: Readonly<Record<string, string | undefined>> = sentences;
  return { title, sentence: own[code] ?? sentence };
}

/**
 * The page that tells a person what went wrong and what to do; in several languages, one below the other, where it is
 * not known which they read.
 */
export function errorPage(
  status: number,
  code: string,
  spoken: readonly [Texts, ...Texts[]],
): string {
  const [first, ...more] = spoken;
  const { title, sentence } = wordsFor(status, code, first);
  const further = more.map((texts): Html => {
    const words = wordsFor(status, code, texts);
    return html`<div lang="${texts.tag}">\n<h2>${words.title}</h2>\n<p>${words.sentence}</p>\n</div>`;
  });
  const body = html`<h1>${title}</h1>\n<p>${sentence}</p>\n${further}`;
  return renderPage({ title, language: first.tag, body });
}
