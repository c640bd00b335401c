import { type Html, html } from '#shared/html/html.ts';
import { renderAlert, renderPage, renderStatus } from '#shared/pages/layout.ts';
import { accountTexts } from './account.texts.ts';
import type { AccountContext } from './account-handler.ts';

interface AccountPageContent {
  title: string;
  /** The text with which the page confirms a change. */
  notice?: string | undefined;
  /** Why a form failed. */
  problem?: string | undefined;
  isWide?: boolean;
  body: Html;
}

/** Renders a page of the account, with a link to the start page. */
export function renderAccountPage(
  { language, pages }: Pick<AccountContext, 'language' | 'pages'>,
  { title, notice, problem, isWide = false, body }: AccountPageContent,
): string {
  const start = accountTexts[language].title;
  return renderPage({
    title,
    language,
    hasProblem: problem !== undefined,
    isWide,
    body: html`<p class="muted"><a href="${pages.account('account')}">${start}</a></p>
<h1>${title}</h1>
${notice && renderStatus(notice)}${problem && renderAlert(problem)}${body}`,
  });
}
