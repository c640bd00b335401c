import type { ErrorCode } from '../errors/errors.ts';
import { renderErrorPage } from './error-page.ts';
import { selectTexts } from './languages/languages.ts';
import { getPageHeaders } from './layout.ts';

/** What the HTTP pipeline needs to render pages. */
export interface PageRenderer {
  /** Headers of a page whose handler sets none. */
  headers(): Record<string, string>;
  /** The page for an error, in the language that the reader prefers. */
  error(status: number, code: ErrorCode, acceptLanguage: readonly string[]): string;
}

/** Renders pages with the stylesheet and the texts of every language. */
export const pageRenderer: PageRenderer = {
  headers: getPageHeaders,
  error: (status, code, acceptLanguage) =>
    renderErrorPage(status, code, [selectTexts(acceptLanguage)]),
};
