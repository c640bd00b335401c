import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { renderConsentField } from '#functions/auth/identity/consent-field.ts';
import { processingTexts } from '#functions/auth/identity/processing.texts.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderDangerZone } from '#shared/pages/form.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { renderAlert } from '#shared/pages/notice.ts';
import { type PrivacyTexts, privacyTexts } from './privacy.texts.ts';

/** The actions of the forms of the page. */
export const privacyActions = ['restrict', 'resume', 'consent', 'withdraw'] as const;
export type PrivacyAction = (typeof privacyActions)[number];

/** The name of a text with which the page confirms a change. */
export type PrivacyNotice = keyof PrivacyTexts['notices'];

interface FormResult {
  /** Whether a form failed, because the box of the consent was not ticked. */
  isConsentMissing?: boolean;
}

interface ActionForm {
  action: PrivacyAction;
  label: string;
  style?: 'secondary' | 'danger';
  /** The fields of the form, above its button. */
  fields?: Html | undefined;
}

function renderForm(
  { action, label, style, fields }: ActionForm,
  { form_token }: AccountContext,
): Html {
  const styling = style && html` class="${style}"`;
  return html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
${fields}<button${styling} name="action" value="${action}">${label}</button>
</form>
`;
}

function renderProcessing(
  account: AccountContext,
  { isConsentMissing = false }: FormResult,
  labels: PrivacyTexts,
): Html {
  const { language, profile, formats } = account;
  const { restricted_datetime: since } = profile;
  if (since === undefined) {
    const form = { action: 'restrict', label: labels.pause, style: 'secondary' } as const;
    return html`<p>${labels.active}</p>\n${renderForm(form, account)}`;
  }
  const needsConsent = !hasHealthConsent(profile);
  const fields = needsConsent
    ? renderConsentField(language, isConsentMissing)
    : undefined;
  const date = formats.dateOfTime(since);
  return html`<p>${labels.paused(date)} ${labels.pausedHint}</p>
${renderForm({ action: 'resume', label: labels.resume, fields }, account)}`;
}

/** Renders the consent that a person has given, with the form that withdraws it. */
function renderConsent(
  account: AccountContext,
  { isConsentMissing = false }: FormResult,
  labels: PrivacyTexts,
): Html {
  const { language, profile, formats } = account;
  const { health_consent: consent, restricted_datetime } = profile;
  if (consent && hasHealthConsent(profile)) {
    const given = formats.dateOfTime(consent.given_datetime);
    const { withdraw: label, withdrawHint } = labels;
    const form = renderForm({ action: 'withdraw', label, style: 'danger' }, account);
    return html`<p>${labels.given(given, consent.version)}</p>
<blockquote>${processingTexts[language].consent}</blockquote>
${renderDangerZone({ summary: label, body: html`<p>${withdrawHint}</p>\n${form}` })}`;
  }
  const { withdrawn_datetime: withdrawn } = consent ?? {};
  const state =
    withdrawn === undefined
      ? labels.notGiven
      : labels.withdrawn(formats.dateOfTime(withdrawn));
  // The form that resumes the processing has the box, too.
  if (restricted_datetime !== undefined) return html`<p>${state}</p>\n`;
  const fields = renderConsentField(language, isConsentMissing);
  return html`<p>${state}</p>
${renderForm({ action: 'consent', label: labels.agree, fields }, account)}`;
}

const linkedPages = ['applications', 'connections', 'export', 'deletion'] as const;

/** Renders the page about privacy. Its forms post to the page itself. */
export function renderPrivacyPage(account: AccountContext, result: FormResult): string {
  const { language, pages } = account;
  const labels = privacyTexts[language];
  const links = linkedPages.map(
    (page) => html`<li><a href="${pages.account(page)}">${labels[page]}</a></li>\n`,
  );
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    problem: describeProblem(account, result),
    body: html`<h2>${labels.processing}</h2>
${renderProcessing(account, result, labels)}<h2>${labels.consent}</h2>
${renderConsent(account, result, labels)}<h2>${labels.more}</h2>
<ul>
${links}</ul>`,
  });
}

function describeProblem(
  { language }: AccountContext,
  { isConsentMissing = false }: FormResult,
): string | undefined {
  return isConsentMissing ? processingTexts[language].consentRequired : undefined;
}

/**
 * Renders the page that asks for the consent after a sign-in. Its forms post to the page itself,
 * and the person then continues.
 */
export function renderConsentQuestion(
  account: AccountContext,
  result: FormResult,
): string {
  const { isConsentMissing = false } = result;
  const { language, service } = account;
  const { ask: labels } = privacyTexts[language];
  const problem = describeProblem(account, result);
  const fields = renderConsentField(language, isConsentMissing);
  const decline = { action: 'restrict', label: labels.decline } as const;
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    hasProblem: isConsentMissing,
    body: html`<h1>${labels.title}</h1>
${problem && renderAlert(problem)}<p>${labels.intro}</p>
${renderForm({ action: 'consent', label: labels.agree, fields }, account)}
<p class="muted">${labels.declineHint}</p>
${renderForm({ ...decline, style: 'secondary' }, account)}`,
  });
}
