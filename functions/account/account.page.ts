import { findNoticeText } from '#functions/auth/browser/notice.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderAlert, renderPage, renderStatus } from '#shared/pages/layout.ts';
import { accountTexts } from './account.texts.ts';
import type { AccountContext } from './account-handler.ts';

interface AccountPageContent {
  title: string;
  /** The texts with which the page can confirm a change, by the name of the notice. */
  notices?: Readonly<Record<string, string>>;
  /** Why a form failed. */
  problem?: string | undefined;
  isWide?: boolean;
  body: Html;
}

/** Renders a page of the account, with a link to the start page. */
export function renderAccountPage(
  { language, pages, notice }: Pick<AccountContext, 'language' | 'pages' | 'notice'>,
  { title, notices = {}, problem, isWide = false, body }: AccountPageContent,
): string {
  const start = accountTexts[language].title;
  const confirmation = findNoticeText(notices, notice);
  return renderPage({
    title,
    language,
    hasProblem: problem !== undefined,
    isWide,
    body: html`<p class="muted"><a href="${pages.account('account')}">${start}</a></p>
<h1>${title}</h1>
${confirmation && renderStatus(confirmation)}${problem && renderAlert(problem)}${body}`,
  });
}
