import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards } from '#shared/pages/card.ts';
import {
  renderButton,
  renderDangerZone,
  renderField,
  renderForm,
  renderLinkButton,
} from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { type ErasureTexts, erasureTexts } from './erasure.texts.ts';

interface DeletionPageProps {
  /** The latest erasure of the user, even a cancelled one. */
  erasure: Erasure | undefined;
  problem?: SignInProblem | undefined;
}

function renderList(title: string, sentences: readonly string[]): Html {
  const items = sentences.map((sentence) => html`<li>${sentence}</li>\n`);
  return renderCard({ title, body: html`<ul>\n${items}</ul>\n` });
}

function renderRequestForm(
  { form_token, pages }: AccountContext,
  labels: ErasureTexts,
  problem: SignInProblem | undefined,
): Html {
  const password = renderField({
    id: 'current',
    label: labels.password,
    type: 'password',
    problem: problem === 'wrong' ? labels.problems.wrong : undefined,
    attributes: { autocomplete: 'current-password', required: true },
  });
  const button = renderButton({
    label: labels.submit,
    name: 'action',
    value: 'delete',
    kind: 'danger',
  });
  const exportFirst = renderLinkButton({
    label: labels.exportFirst,
    url: pages.account('export'),
    kind: 'secondary',
  });
  const pause = renderCard({
    title: labels.pauseTitle,
    body: html`<p>${labels.pause}</p>
<p><strong>${labels.final}</strong></p>
<p>${exportFirst}</p>
`,
  });
  return html`${pause}${renderCards([
    renderList(labels.removedTitle, labels.removed),
    renderList(labels.laterTitle, labels.later),
  ])}${renderDangerZone({
    summary: labels.title,
    isOpen: problem !== undefined,
    body: renderForm({ form_token, body: html`${password}${button}` }),
  })}`;
}

function renderScheduled(
  { due_datetime }: Erasure,
  { form_token, formats }: AccountContext,
  labels: ErasureTexts,
): Html {
  const button = renderButton({ label: labels.keep, name: 'action', value: 'keep' });
  return html`${renderNotice(labels.scheduled(formats.longTime(due_datetime)), 'error')}
<p>${labels.scheduledHint}</p>
${renderForm({ form_token, body: button })}`;
}

function renderState(
  { erasure, problem }: DeletionPageProps,
  account: AccountContext,
  labels: ErasureTexts,
): Html {
  if (erasure?.state === 'scheduled') return renderScheduled(erasure, account, labels);
  if (erasure?.state === 'running') return renderNotice(labels.running, 'error');
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
    title: props.erasure?.state === 'scheduled' ? labels.scheduledTitle : labels.title,
    notices: labels.notices,
    problem: problem && describeProblem(problem, labels.problems, language),
    body: renderState(props, account, labels),
  });
}
