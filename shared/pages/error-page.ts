import { type Html, html } from '../html/html.ts';
import type { Texts } from './languages/languages.ts';
import { renderPage } from './layout.ts';

type KnownStatus = keyof Texts['errors']['byStatus'];

interface ErrorText {
  title: string;
  message: string;
}

/** Returns the status whose text describes an error. Defaults to 400 or 500 by its class. */
function toKnownStatus(status: number, { byStatus }: Texts['errors']): KnownStatus {
  if (status in byStatus) return status as KnownStatus;
  return status < 500 ? 400 : 500;
}

/** Returns the text of an error code, or the text of the status if the code has no text. */
function getErrorText(status: number, code: string, { errors }: Texts): ErrorText {
  const byCode: Readonly<Record<string, ErrorText | undefined>> = errors.byCode;
  return byCode[code] ?? errors.byStatus[toKnownStatus(status, errors)];
}

function renderTranslation(language: string, { title, message }: ErrorText): Html {
  return html`<div lang="${language}">
<h2>${title}</h2>
<p>${message}</p>
</div>`;
}

/**
 * Renders the page that says what went wrong and what to do. Renders it in all given languages, one
 * below the other, if the language of the reader is unknown.
 */
export function renderErrorPage(
  status: number,
  code: string,
  languages: readonly [Texts, ...Texts[]],
): string {
  const [first, ...others] = languages;
  const { title, message } = getErrorText(status, code, first);
  const translations = others.map((texts) =>
    renderTranslation(texts.tag, getErrorText(status, code, texts)),
  );
  return renderPage({
    title,
    language: first.tag,
    isText: true,
    body: html`<h1>${title}</h1>
<p>${message}</p>
${translations}`,
  });
}
