import type { AccountContext } from '#functions/account/account-context.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { privacyTexts } from './privacy.texts.ts';

/**
 * Renders since when the processing is paused, with a link to the page that resumes it. Returns
 * undefined if it is not paused.
 */
export function renderRestriction({
  language,
  formats,
  pages,
  profile: { restricted_datetime: since },
}: AccountContext): Html | undefined {
  if (since === undefined) return undefined;
  const labels = privacyTexts[language];
  const link = html`<a href="${pages.account('privacy')}">${labels.resume}</a>`;
  return renderNotice(html`${labels.paused(formats.dateOfTime(since))} ${link}`);
}
