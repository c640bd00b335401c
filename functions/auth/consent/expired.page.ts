import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderPage } from '#shared/pages/layout.ts';
import {
  type AuthorizationRequest,
  parametersOf,
} from '../authorization-request/authorization-request.ts';
import type { Pages } from '../pages.ts';

/** Why a request cannot be answered any more. */
export type ExpiredReason = 'expired' | 'answered';

/** The page for who comes too late, or back: it leads to the same question once more. */
export function renderExpiredPage(
  end: ExpiredReason,
  request: AuthorizationRequest,
  pages: Pages,
  texts: Texts,
): string {
  const { title, sentence } = texts.ended[end];
  return renderPage({
    title,
    language: texts.tag,
    body: html`<h1>${title}</h1>
<p>${sentence(request.application_name)}</p>
<p><a href="${pages.authorize(parametersOf(request))}">${texts.ended.startAgain}</a></p>`,
  });
}
