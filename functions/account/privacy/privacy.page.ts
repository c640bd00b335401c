import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { applicationsTexts } from '#functions/account/applications/applications.texts.ts';
import type { AccountPage } from '#functions/auth/browser/page-urls.ts';
import {
  renderConsentField,
  renderOperatorLinks,
} from '#functions/auth/identity/consent-field.ts';
import { processingTexts } from '#functions/auth/identity/processing.texts.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderFacts } from '#shared/pages/card.ts';
import { renderButton, renderDangerZone, renderForm } from '#shared/pages/form.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { renderAlert, renderNotice } from '#shared/pages/notice.ts';
import { type PrivacyTexts, privacyTexts } from './privacy.texts.ts';

interface PrivacyQuery {
  /** The page to which a person continues who is asked for the consent after a sign-in. */
  continue?: AccountPage | undefined;
}

/** The names of the forms of the page. */
type PrivacyAction = 'restrict' | 'resume' | 'consent' | 'withdraw';

/** The name of a text with which the page confirms a change. */
export type PrivacyNotice = keyof PrivacyTexts['notices'];

interface FormResult {
  /** Whether a form failed, because the box of the consent was not ticked. */
  isConsentMissing?: boolean;
}

interface ActionForm {
  action: PrivacyAction;
  label: string;
  kind?: 'primary' | 'secondary' | 'danger';
  /** Whether the person has to tick the box of the consent. */
  needsConsent?: boolean;
  /** The URL of the page, if it has a query. */
  url?: string;
}

/** Renders the form of an action, with the box of the consent if the action needs it. */
function renderAction(
  { action, label, kind = 'primary', needsConsent = false, url }: ActionForm,
  { form_token, language, service }: AccountContext,
  { isConsentMissing: isMissing = false }: FormResult = {},
): Html {
  const field = needsConsent && renderConsentField({ language, service, isMissing });
  const button = renderButton({ label, kind, name: 'action', value: action });
  return renderForm({ form_token, action: url, body: html`${field}${button}` });
}

function renderProcessing(
  account: AccountContext,
  result: FormResult,
  labels: PrivacyTexts,
): Html {
  const { profile } = account;
  if (profile.restricted_datetime === undefined) {
    const form = { action: 'restrict', label: labels.pause, kind: 'secondary' } as const;
    return html`<p>${labels.active}</p>\n${renderAction(form, account)}`;
  }
  const needsConsent = !hasHealthConsent(profile);
  const form = { action: 'resume', label: labels.resume, needsConsent } as const;
  return html`<p>${labels.pausedHint}</p>\n${renderAction(form, account, result)}`;
}

/** Renders the consent that a person has given, with the form that withdraws it. */
function renderConsent(
  account: AccountContext,
  result: FormResult,
  labels: PrivacyTexts,
): Html {
  const { language, profile, formats } = account;
  const { health_consent: consent, restricted_datetime } = profile;
  if (consent && hasHealthConsent(profile)) {
    const { withdraw: label, withdrawHint } = labels;
    const form = renderAction({ action: 'withdraw', label, kind: 'danger' }, account);
    const facts = renderFacts([
      { label: labels.given, value: formats.dateOfTime(consent.given_datetime) },
      { label: labels.version, value: consent.version },
    ]);
    return html`<blockquote>${processingTexts[language].consent}</blockquote>
${facts}${renderDangerZone({ summary: label, body: html`<p>${withdrawHint}</p>\n${form}` })}`;
  }
  const { withdrawn_datetime: withdrawn } = consent ?? {};
  const state =
    withdrawn === undefined
      ? labels.notGiven
      : labels.withdrawn(formats.dateOfTime(withdrawn));
  // The form that resumes the processing has the box, too.
  if (restricted_datetime !== undefined) return html`<p>${state}</p>\n`;
  const form = { action: 'consent', label: labels.agree, needsConsent: true } as const;
  return html`<p>${state}</p>\n${renderAction(form, account, result)}`;
}

/** Renders the page about privacy. Its forms post to the page itself. */
export function renderPrivacyPage(
  account: AccountContext,
  { continue: page }: PrivacyQuery,
  result: FormResult = {},
): string {
  if (page) return renderConsentQuestion(account, page, result);

  const { language, profile, formats, service } = account;
  const labels = privacyTexts[language];
  const { restricted_datetime: since } = profile;
  // A form that has just paused it says so itself.
  const isNews = since !== undefined && account.notice === undefined;
  const notice = isNews && renderNotice(labels.paused(formats.dateOfTime(since)));
  return renderAccountPage(account, {
    title: labels.title,
    lead: labels.lead,
    notices: labels.notices,
    problem: describeProblem(account, result),
    body: html`${notice}<h2>${labels.processing}</h2>
${renderProcessing(account, result, labels)}<h2>${labels.reads}</h2>
<p>${labels.readsHint}
<a href="${account.pages.account('applications')}">${applicationsTexts[language].title}</a></p>
<h2>${labels.consent}</h2>
${renderConsent(account, result, labels)}<p>${renderOperatorLinks(service, language)}</p>`,
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
function renderConsentQuestion(
  account: AccountContext,
  page: AccountPage,
  result: FormResult,
): string {
  const { isConsentMissing = false } = result;
  const { language, service } = account;
  const { ask: labels } = privacyTexts[language];
  const problem = describeProblem(account, result);
  const url = account.pages.askForConsent(page);
  const agree = {
    url,
    action: 'consent',
    label: labels.agree,
    needsConsent: true,
  } as const;
  const decline = {
    url,
    action: 'restrict',
    label: labels.decline,
    kind: 'secondary',
  } as const;
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    hasProblem: isConsentMissing,
    body: html`<h1>${labels.title}</h1>
${problem && renderAlert(problem)}<p>${labels.intro}</p>
${renderAction(agree, account, result)}<p class="muted">${labels.declineHint}</p>
${renderAction(decline, account)}`,
  });
}
