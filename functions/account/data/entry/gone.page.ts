import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { toDayUrl } from '../data-url.ts';
import { goneTexts } from './gone.texts.ts';

/** Renders what is shown instead of an entry that does not exist. */
export function renderGonePage(account: AccountContext, date: string): string {
  const labels = goneTexts[account.language];
  return renderAccountPage(account, {
    title: labels.title,
    body: renderEmptyState({
      title: labels.head,
      text: labels.text,
      actions: [{ label: labels.backToDay, url: toDayUrl(account.pages, date) }],
    }),
  });
}
