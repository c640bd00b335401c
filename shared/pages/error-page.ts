import type { ServiceIdentity } from '../contract/resources.ts';
import type { ServiceError } from '../errors/errors.ts';
import { type Html, html } from '../html/html.ts';
import { type ErrorTexts, errorTexts } from './error-page.texts.ts';
import { type Language, selectLanguage } from './language.ts';
import { getPageHeaders, renderPage } from './layout.ts';

type KnownStatus = keyof ErrorTexts['byStatus'];

interface ErrorText {
  title: string;
  message: string;
  /** Introduces the message of the error in English. Absent if that says no more. */
  forDeveloper?: string;
}

/** Returns the status whose text describes an error: its own, or else 400 or 500. */
function toKnownStatus(status: number, { byStatus }: ErrorTexts): KnownStatus {
  if (status in byStatus) return status as KnownStatus;
  return status < 500 ? 400 : 500;
}

/** Returns the text of an error code, or the text of the status if the code has no text. */
function getErrorText(status: number, code: string, language: Language): ErrorText {
  const errors = errorTexts[language];
  const byCode: Readonly<Record<string, ErrorText | undefined>> = errors.byCode;
  return byCode[code] ?? errors.byStatus[toKnownStatus(status, errors)];
}

function renderMessage(
  { message, forDeveloper }: ErrorText,
  language: Language,
  { accountUrl, detail }: PageOptions,
): Html {
  const { account } = errorTexts[language];
  const forDevelopers =
    forDeveloper &&
    html`<p class="muted">${forDeveloper} <span lang="en">${detail}</span></p>\n`;
  const link = accountUrl && html`<p><a href="${accountUrl}">${account}</a></p>\n`;
  return html`<p>${message}</p>
${forDevelopers}${link}`;
}

type PageOptions = Partial<Omit<ErrorReader, 'acceptLanguage'>> & {
  /** The message of the error. */
  detail?: string;
};

/**
 * Renders the page that says what went wrong and what to do, with a link to the account if its URL
 * is known. Renders it in all given languages, one below the other, if the language of the reader
 * is unknown.
 */
export function renderErrorPage(
  status: number,
  code: string,
  pageLanguages: readonly [Language, ...Language[]],
  options: PageOptions = {},
): string {
  const { accountUrl, service } = options;
  const [first, ...others] = pageLanguages;
  const text = getErrorText(status, code, first);
  const { title } = text;
  const translations = others.map((language) => {
    const translated = getErrorText(status, code, language);
    return html`<div lang="${language}">
<h2>${translated.title}</h2>
${renderMessage(translated, language, options)}</div>`;
  });
  return renderPage({
    title,
    language: first,
    // Only pages of the template are in several languages.
    shell: others.length > 0 ? 'none' : { service, homeUrl: accountUrl },
    body: html`<h1>${title}</h1>
${renderMessage(text, first, options)}${translations}`,
  });
}

/** The reader of a page about an error. */
export interface ErrorReader {
  /** The values of the Accept-Language header. */
  acceptLanguage: readonly string[];
  /** The URL of the account page, which leads to the sign-in page and back. */
  accountUrl: string | undefined;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
}

/**
 * The port by which the HTTP pipeline renders pages, with the stylesheet and the texts of every
 * language.
 */
export const pageRenderer = {
  /** Headers of a page whose handler sets none. */
  headers: () => getPageHeaders(),
  /** The page for an error. */
  error: (
    status: number,
    { code, message: detail }: Pick<ServiceError, 'code' | 'message'>,
    { acceptLanguage, ...reader }: ErrorReader,
  ) =>
    renderErrorPage(status, code, [selectLanguage(acceptLanguage)], {
      ...reader,
      detail,
    }),
};
export type PageRenderer = typeof pageRenderer;
