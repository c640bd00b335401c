import type { AccountContext } from '#functions/account/account-context.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import { formatLongTime } from '#shared/pages/languages/long-date.ts';
import {
  invalidAttributes,
  renderAlert,
  renderPage,
  renderStatus,
} from '#shared/pages/layout.ts';
import type { DeletionNotice } from './deletion-notices.ts';
import { type DeletionTexts, getDeletionTexts } from './languages/deletion-languages.ts';

export interface DeletionPageProps {
  /** The latest erasure of the user, even a cancelled one. */
  erasure: Erasure | undefined;
  problem?: SignInProblem | undefined;
  notice?: DeletionNotice | undefined;
}

function getMessage(
  problem: SignInProblem,
  { texts }: AccountContext,
  labels: DeletionTexts,
): string {
  if (problem === 'wrong') return labels.problems.wrong;
  return texts.signIn.tooManyAttempts(Math.ceil(problem.retryAfter / 60));
}

function renderList(title: string, sentences: readonly string[]): Html {
  return html`<h2>${title}</h2>
<ul>
${sentences.map((sentence) => html`<li>${sentence}</li>\n`)}</ul>
`;
}

function renderRequestForm(
  { getFormToken, pages }: AccountContext,
  labels: DeletionTexts,
  problem: SignInProblem | undefined,
): Html {
  return html`${renderList(labels.removedTitle, labels.removed)}
${renderList(labels.laterTitle, labels.later)}
<h2>${labels.pauseTitle}</h2>
<p>${labels.pause}</p>
<p><strong>${labels.final}</strong></p>
<p><a href="${pages.account('export')}">${labels.exportFirst}</a></p>
<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('deletion')}">
<label for="current">${labels.password}</label>
<input id="current" name="current" type="password" autocomplete="current-password"
required${problem === 'wrong' && invalidAttributes}>
<button name="action" value="delete">${labels.submit}</button>
</form>`;
}

function renderScheduled(
  { due_datetime }: Erasure,
  { getFormToken, texts }: AccountContext,
  labels: DeletionTexts,
): Html {
  return html`<h2>${labels.scheduledTitle}</h2>
<p>${labels.scheduled(formatLongTime(due_datetime, texts.tag))}</p>
<p>${labels.scheduledHint}</p>
<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('deletion')}">
<button name="action" value="keep">${labels.keep}</button>
</form>`;
}

function renderState(
  { erasure, problem }: DeletionPageProps,
  context: AccountContext,
  labels: DeletionTexts,
): Html {
  if (erasure?.state === 'scheduled') return renderScheduled(erasure, context, labels);
  if (erasure?.state === 'running') return html`<p>${labels.running}</p>`;
  return renderRequestForm(context, labels, problem);
}

/** Renders the page about the deletion of the account. Its forms post to the page itself. */
export function renderDeletionPage(
  props: DeletionPageProps,
  context: AccountContext,
): string {
  const { problem, notice } = props;
  const { texts, pages } = context;
  const labels = getDeletionTexts(texts);
  return renderPage({
    title: problem ? labels.errorTitle : labels.title,
    language: texts.tag,
    body: html`<p class="muted"><a href="${pages.account('account')}">${texts.account.title}</a></p>
<h1>${labels.title}</h1>
${notice && renderStatus(labels.cancelled)}
${problem && renderAlert(getMessage(problem, context, labels))}
${renderState(props, context, labels)}`,
  });
}
