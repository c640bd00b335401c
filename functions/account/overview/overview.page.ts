import { accountTexts } from '#functions/account/account.texts.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { erasureTexts } from '#functions/account/erasure/erasure.texts.ts';
import { findNoticeText } from '#functions/auth/browser/notice.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';

/** The linked pages in their order. Each has a label and a hint. */
const linkedPages = [
  'data',
  'devices',
  'applications',
  'connections',
  'privacy',
  'export',
  'settings',
  'password',
  'security',
  'deletion',
] as const;

/** Renders the start page of the account, with the user's latest erasure, even a cancelled one. */
export function renderOverviewPage(
  account: AccountContext,
  erasure: Erasure | undefined,
): string {
  const { profile, language, pages, form_token } = account;
  const labels = accountTexts[language];
  const notice = findNoticeText(labels.notices, account.notice);
  const items = linkedPages.map(
    (page) => html`<li>
<a href="${pages.account(page)}">${labels[page]}</a><br>
<span class="muted">${labels[`${page}Hint`]}</span>
</li>
`,
  );
  return renderPage({
    title: labels.title,
    language,
    body: html`<h1>${labels.title}</h1>
${notice && renderStatus(notice)}${erasure && renderErasure(erasure, account)}
<p class="muted">${labels.signedInAs(profile.display_name)}</p>
<ul class="menu">
${items}</ul>
<form method="post" action="${pages.signOut}">
<input type="hidden" name="form_token" value="${form_token}">
<button class="secondary">${labels.signOut}</button>
</form>`,
  });
}

/**
 * Renders when the account will be deleted, with a link to the page that cancels the deletion.
 * Returns undefined if no deletion is scheduled.
 */
function renderErasure(
  { state, due_datetime }: Erasure,
  { language, formats, pages }: AccountContext,
): Html | undefined {
  if (state !== 'scheduled') return undefined;
  const labels = erasureTexts[language];
  return html`<p class="error">${labels.scheduled(formats.longTime(due_datetime))}
<a href="${pages.account('deletion')}">${labels.keep}</a></p>
`;
}
