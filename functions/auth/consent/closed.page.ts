import {
  type AuthorizationRequest,
  toAuthorizationParameters,
} from '#functions/auth/authorization/authorization.ts';
import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { PageUrls } from '../browser/page-urls.ts';

/** Why a person can no longer decide on a request. */
export type ClosedReason = 'expired' | 'already_decided';

/**
 * Renders the page for a request that can no longer be decided. It links to a new request with the
 * same parameters.
 */
export function renderClosedPage(
  reason: ClosedReason,
  request: AuthorizationRequest,
  pages: PageUrls,
  texts: Texts,
): string {
  const { startAgain } = texts.closed;
  const labels = texts.closed[reason];
  return renderPage({
    title: labels.title,
    language: texts.tag,
    body: html`<h1>${labels.title}</h1>
<p>${labels.message(request.application_name)}</p>
<p><a href="${pages.authorize(toAuthorizationParameters(request))}">${startAgain}</a></p>`,
  });
}
