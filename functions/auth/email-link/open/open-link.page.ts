import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import {
  consentGiven,
  renderConsentField,
} from '#functions/auth/identity/consent-field.ts';
import { processingTexts } from '#functions/auth/identity/processing.texts.ts';
import { listLanguageLinks } from '#functions/auth/language/language.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderButton,
  renderCheckbox,
  renderField,
  renderForm,
} from '#shared/pages/form.ts';
import { formatLongTime, type Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { renderAlert } from '#shared/pages/notice.ts';
import { type EmailLinkTexts, emailLinkTexts } from '../email-link.texts.ts';
import type { EmailLink } from '../email-link.ts';
import { timeZoneScript } from './browser-settings.ts';
import { createsAccount, type LinkForm } from './open-link.ts';

/** Why a form is invalid: a problem of the name or of the new password, or no consent. */
export type LinkFormProblem = keyof OpenLabels['problems'] | 'consent';

export interface OpenLinkPageProps {
  language: Language;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  link: EmailLink;
  /** The token of the link. */
  token: string;
  pages: PageUrls;
  form_token: string;
  /** What the person entered and ticked, if the form was refused. */
  entered?: Pick<LinkForm, 'name' | 'health_consent' | 'end_grants'>;
  problems?: readonly LinkFormProblem[];
}

type OpenLabels = EmailLinkTexts['open'];

function renderName(
  { link, entered, ...props }: OpenLinkPageProps,
  labels: OpenLabels,
): Html {
  return renderField({
    id: 'name',
    label: labels.name,
    hint: labels.nameHint,
    value: entered?.name ?? link.display_name ?? '',
    problem: describeFirst(props, 'name'),
    attributes: { autocomplete: 'name', maxlength: 50, required: true },
  });
}

/** Renders the fields of a new password, with the email under which password managers store it. */
function renderPassword(
  { link, ...props }: OpenLinkPageProps,
  labels: OpenLabels,
  label: string,
): Html[] {
  const attributes = { autocomplete: 'new-password', required: true };
  return [
    renderField({
      id: 'email',
      label: labels.email,
      type: 'email',
      value: link.email,
      attributes: { autocomplete: 'username', readonly: true },
    }),
    renderField({
      id: 'password',
      label,
      hint: labels.passwordHint,
      type: 'password',
      problem: describeFirst(props, 'invalid', 'common'),
      attributes: { ...attributes, minlength: 8 },
    }),
    renderField({
      id: 'repeated',
      label: labels.confirm,
      type: 'password',
      problem: describeFirst(props, 'mismatch'),
      attributes,
    }),
  ];
}

function renderFields(props: OpenLinkPageProps, labels: OpenLabels): Html {
  const { purpose, email, previous_email = '' } = props.link;
  if (purpose === 'email_change')
    return html`<p>${labels.emailChange(previous_email, email)}</p>\n`;
  if (purpose === 'email_undo') {
    const { changed_datetime = '' } = props.link;
    const time = formatLongTime(changed_datetime, props.language);
    return html`<p>${labels.emailUndo(email, time)}</p>\n`;
  }
  if (purpose === 'password_reset')
    return html`${renderPassword(props, labels, labels.newPassword)}${renderCheckbox({
      id: 'end_grants',
      label: labels.revokeApplications,
      isChecked: Boolean(props.entered?.end_grants),
    })}<p class="muted">${labels.signsOut}</p>
`;
  const consent = {
    isMissing: props.problems?.includes('consent') ?? false,
    isGiven: props.entered?.health_consent === consentGiven,
  };
  return html`${renderName(props, labels)}${renderPassword(props, labels, labels.password)}
<p class="muted">${labels.fromBrowser}</p>
${renderConsentField({ ...props, ...consent })}`;
}

/** Describes the first of these problems that the form has. */
function describeFirst(
  { problems = [], language }: Pick<OpenLinkPageProps, 'problems' | 'language'>,
  ...kinds: readonly LinkFormProblem[]
): string | undefined {
  const found = problems.find((problem) => kinds.includes(problem));
  return found && describeLinkProblem(found, language);
}

function describeLinkProblem(problem: LinkFormProblem, language: Language): string {
  if (problem === 'consent') return processingTexts[language].consentRequired;
  return emailLinkTexts[language].open.problems[problem];
}

/** Renders the page that a link opens. Nothing happens until the person sends its form. */
export function renderOpenLinkPage(props: OpenLinkPageProps): string {
  const { language, service, link, token, pages, form_token, problems = [] } = props;
  const sentences = problems.map((problem) => describeLinkProblem(problem, language));
  const { open: labels } = emailLinkTexts[language];
  const { title, submit } = labels[link.purpose];
  const isNewAccount = createsAccount(link);
  return renderPage({
    title,
    language,
    shell: { service, languages: listLanguageLinks(pages, language) },
    hasProblem: problems.length > 0,
    body: html`<h1>${title}</h1>
${sentences.length > 0 && renderAlert(sentences.join(' '))}${renderForm({
  form_token,
  action: pages.openLink(token),
  hidden: isNewAccount ? { time_zone: '' } : {},
  body: [renderFields(props, labels), renderButton({ label: submit })],
})}${isNewAccount && html`<script>${{ html: timeZoneScript }}</script>\n`}`,
  });
}
