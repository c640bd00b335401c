import { renderConsentField } from '#functions/auth/identity/consent-field.ts';
import { processingTexts } from '#functions/auth/identity/processing.texts.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import { invalidAttributes } from '#shared/pages/form.ts';
import { formatLongDate, type Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { renderAlert } from '#shared/pages/notice.ts';
import { type EmailLinkTexts, emailLinkTexts } from '../email-link.texts.ts';
import type { EmailLink } from '../email-link.ts';

/** Why a form is invalid: a problem of the name or of the new password, or no consent. */
export type LinkFormProblem = keyof OpenLabels['problems'] | 'consent';

export interface OpenLinkPageProps {
  language: Language;
  /** What the operator says about the service. */
  service: ServiceIdentity;
  link: EmailLink;
  form_token: string;
  /** The name that the person entered. */
  name?: string;
  problem?: LinkFormProblem;
}

type OpenLabels = EmailLinkTexts['open'];

function renderName(
  { link, name, problem }: OpenLinkPageProps,
  labels: OpenLabels,
): Html {
  const nameAttributes =
    problem === 'name' ? invalidAttributes : html` aria-describedby="name-hint"`;
  return html`<label for="name">${labels.name}</label>
<p class="muted" id="name-hint">${labels.nameHint}</p>
<input id="name" name="name" autocomplete="name" maxlength="50"
value="${name ?? link.display_name ?? ''}" required${nameAttributes}>
`;
}

/** Renders the fields of a new password, with the email under which password managers store it. */
function renderPassword(
  { link, problem }: OpenLinkPageProps,
  labels: OpenLabels,
  label: string,
): Html {
  const isPasswordRejected = problem === 'invalid' || problem === 'common';
  const passwordAttributes = isPasswordRejected
    ? invalidAttributes
    : html` aria-describedby="hint"`;
  const repeatedAttributes = problem === 'mismatch' && invalidAttributes;
  return html`<label for="email">${labels.email}</label>
<input id="email" type="email" autocomplete="username" value="${link.email}" readonly>
<label for="password">${label}</label>
<p class="muted" id="hint">${labels.passwordHint}</p>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8"
required${passwordAttributes}>
<label for="repeated">${labels.confirm}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password"
required${repeatedAttributes}>
`;
}

function renderFields(props: OpenLinkPageProps, labels: OpenLabels): Html {
  const { purpose, email, previous_email = '' } = props.link;
  if (purpose === 'email_change')
    return html`<p>${labels.emailChange(previous_email, email)}</p>\n`;
  if (purpose === 'email_undo') {
    const { changed_datetime = '' } = props.link;
    const date = formatLongDate(changed_datetime.slice(0, 10), props.language);
    return html`<p>${labels.emailUndo(email, date)}</p>\n`;
  }
  if (purpose === 'password_reset')
    return html`${renderPassword(props, labels, labels.newPassword)}<label class="checkbox">
<input name="end_grants" type="checkbox" value="yes">
${labels.revokeApplications}
</label>
<p class="muted">${labels.signsOut}</p>
`;
  return html`${renderName(props, labels)}${renderPassword(props, labels, labels.password)}
${renderConsentField(props.language, props.problem === 'consent')}`;
}

function describeLinkProblem(problem: LinkFormProblem, language: Language): string {
  if (problem === 'consent') return processingTexts[language].consentRequired;
  return emailLinkTexts[language].open.problems[problem];
}

/** Renders the page that a link opens. Nothing happens until the person sends its form. */
export function renderOpenLinkPage(props: OpenLinkPageProps): string {
  const { language, service, link, form_token, problem } = props;
  const { open: labels } = emailLinkTexts[language];
  const { title, submit } = labels[link.purpose];
  return renderPage({
    title,
    language,
    shell: { service },
    hasProblem: problem !== undefined,
    body: html`<h1>${title}</h1>
${problem && renderAlert(describeLinkProblem(problem, language))}<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
${renderFields(props, labels)}<button>${submit}</button>
</form>`,
  });
}
