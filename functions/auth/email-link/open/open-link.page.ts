import { type Html, html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { invalidAttributes, renderAlert, renderPage } from '#shared/pages/layout.ts';
import type { EmailLink } from '../email-link.ts';
import { getLinkTexts, type LinkTexts } from '../languages/link-languages.ts';

/** Why a form is invalid: a problem of the name or of the new password. */
export type LinkFormProblem = keyof LinkTexts['open']['problems'];

export interface OpenLinkPageProps {
  texts: Texts;
  link: EmailLink;
  form_token: string;
  /** The name that the person entered. */
  name?: string;
  problem?: LinkFormProblem;
}

type OpenLabels = LinkTexts['open'];

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
  { link, texts, problem }: OpenLinkPageProps,
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
<p class="muted" id="hint">${texts.password.hint}</p>
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
  if (purpose === 'password_reset')
    return html`${renderPassword(props, labels, labels.newPassword)}<label class="checkbox">
<input name="end_grants" type="checkbox" value="yes">
${labels.revokeApplications}
</label>
<p class="muted">${labels.signsOut}</p>
`;
  return html`${renderName(props, labels)}${renderPassword(props, labels, labels.password)}`;
}

/** Renders the page that a link opens. Nothing happens until the person sends its form. */
export function renderOpenLinkPage(props: OpenLinkPageProps): string {
  const { texts, link, form_token, problem } = props;
  const { open: labels } = getLinkTexts(texts);
  const { title, errorTitle, submit } = labels[link.purpose];
  return renderPage({
    title: problem ? errorTitle : title,
    language: texts.tag,
    body: html`<h1>${title}</h1>
${problem && renderAlert(labels.problems[problem])}<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
${renderFields(props, labels)}<button>${submit}</button>
</form>`,
  });
}
