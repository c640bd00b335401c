import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import { invalidAttributes, renderDangerZone } from '#shared/pages/form.ts';
import { type ErasureTexts, erasureTexts } from './erasure.texts.ts';

interface DeletionPageProps {
  /** The latest erasure of the user, even a cancelled one. */
  erasure: Erasure | undefined;
  problem?: SignInProblem | undefined;
}

function renderList(title: string, sentences: readonly string[]): Html {
  return html`<h2>${title}</h2>
<ul>
${sentences.map((sentence) => html`<li>${sentence}</li>\n`)}</ul>
`;
}

function renderRequestForm(
  { form_token, pages }: AccountContext,
  labels: ErasureTexts,
  problem: SignInProblem | undefined,
): Html {
  const form = html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="current">${labels.password}</label>
<input id="current" name="current" type="password" autocomplete="current-password"
required${problem === 'wrong' && invalidAttributes}>
<button class="danger" name="action" value="delete">${labels.submit}</button>
</form>`;
  return html`${renderList(labels.removedTitle, labels.removed)}
${renderList(labels.laterTitle, labels.later)}
<h2>${labels.pauseTitle}</h2>
<p>${labels.pause}</p>
<p><strong>${labels.final}</strong></p>
<p><a href="${pages.account('export')}">${labels.exportFirst}</a></p>
${renderDangerZone({ summary: labels.title, isOpen: problem !== undefined, body: form })}`;
}

function renderScheduled(
  { due_datetime }: Erasure,
  { form_token, formats }: AccountContext,
  labels: ErasureTexts,
): Html {
  return html`<h2>${labels.scheduledTitle}</h2>
<p>${labels.scheduled(formats.longTime(due_datetime))}</p>
<p>${labels.scheduledHint}</p>
<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<button name="action" value="keep">${labels.keep}</button>
</form>`;
}

function renderState(
  { erasure, problem }: DeletionPageProps,
  account: AccountContext,
  labels: ErasureTexts,
): Html {
  if (erasure?.state === 'scheduled') return renderScheduled(erasure, account, labels);
  if (erasure?.state === 'running') return html`<p>${labels.running}</p>`;
  return renderRequestForm(account, labels, problem);
}

/** Renders the page about the deletion of the account. Its forms post to the page itself. */
export function renderDeletionPage(
  props: DeletionPageProps,
  account: AccountContext,
): string {
  const { problem } = props;
  const { language } = account;
  const labels = erasureTexts[language];
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    problem: problem && describeProblem(problem, labels.problems, language),
    body: renderState(props, account, labels),
  });
}
