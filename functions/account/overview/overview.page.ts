import { renderAccountPage } from '#functions/account/account.page.ts';
import { accountTexts } from '#functions/account/account.texts.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { erasureTexts } from '#functions/account/erasure/erasure.texts.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards } from '#shared/pages/card.ts';
import { renderNotice } from '#shared/pages/notice.ts';

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
  const { language, pages } = account;
  const labels = accountTexts[language];
  const cards = linkedPages.map((page) =>
    renderCard({
      title: html`<a href="${pages.account(page)}">${labels[page]}</a>`,
      body: html`<p class="muted">${labels[`${page}Hint`]}</p>\n`,
    }),
  );
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    width: 'wide',
    body: html`${erasure && renderErasure(erasure, account)}${renderCards(cards)}`,
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
  const text = labels.scheduled(formats.longTime(due_datetime));
  const link = html`<a href="${pages.account('deletion')}">${labels.keep}</a>`;
  return renderNotice(html`${text} ${link}`, 'error');
}
