import { consentTexts } from '#functions/auth/consent/consent.texts.ts';
import { renderRetention } from '#functions/auth/data-policy/retention.page.ts';
import type { ProviderKey } from '#functions/connections/provider-definition/provider.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderField, renderForm } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { type ConnectTexts, connectTexts } from './connect.texts.ts';
import type { ConnectContext } from './connect-context.ts';
import { type KeyProblem, maxKeyLength } from './connect-request.ts';

/** The form for the key of an account. */
export interface KeyForm extends ProviderKey {
  action: string;
  problem: KeyProblem | undefined;
}

interface ContinuePageProps {
  form_token: string;
  /** The URL of the page. */
  url: string;
  switchAccountUrl: string;
  /** Whether the person has connected an account of the provider already. */
  isConnected: boolean;
  /** Absent if the person continues to the provider. */
  keyForm: KeyForm | undefined;
  /** The extent of the first import of an account. */
  firstImport: keyof ConnectTexts['purposes'];
  policy: DataPolicy;
  /** The page on which the person decides about weight, sleep and steps, which wait for that. */
  consentUrl: string | undefined;
}

/**
 * Renders the page that names the provider and the account, and asks to continue. Its form posts to
 * the page itself.
 */
export function renderContinuePage(
  { connectRequest, provider, user, language, service }: ConnectContext,
  {
    form_token,
    url,
    switchAccountUrl,
    isConnected,
    keyForm,
    firstImport,
    policy,
    consentUrl,
  }: ContinuePageProps,
): string {
  const labels = connectTexts[language];
  const { signedInAs, switchAccount } = consentTexts[language];
  const title = labels.title(provider);
  const { client } = connectRequest;
  const purposes = isConnected ? labels.furtherPurposes : labels.purposes;
  const purpose = purposes[firstImport](provider);
  const requestedBy =
    client && html`<p>${labels.requestedBy(client.application_name, provider)}</p>\n`;
  const consent =
    consentUrl &&
    html`<p>${labels.consent} <a href="${consentUrl}">${labels.toConsent}</a></p>\n`;
  const notice = keyForm
    ? labels.keyNotice({ provider, ...keyForm, label: keyForm.label[language] })
    : labels.notice(provider);
  const form = renderForm({
    form_token,
    action: keyForm?.action ?? url,
    hasProblems: keyForm?.problem !== undefined,
    body: [
      ...(keyForm ? [renderKeyField(keyForm, provider, language)] : []),
      renderButton({
        label: keyForm ? title : labels.continue(provider),
        name: 'decision',
        value: 'continue',
      }),
      renderButton({
        label: labels.cancel,
        name: 'decision',
        value: 'cancel',
        kind: 'secondary',
      }),
    ],
  });
  return renderPage({
    title,
    language,
    shell: { service },
    body: html`<h1>${title}</h1>
<p class="muted">${signedInAs(user.profile.display_name)}
<a href="${switchAccountUrl}">${switchAccount}</a></p>
${requestedBy}<p>${purpose}</p>
${consent}${renderRetention(policy, language)}<p class="muted">${notice}</p>
${form}`,
  });
}

function renderKeyField(
  { label, problem }: KeyForm,
  provider: string,
  language: Language,
): Html {
  const { keyProblems } = connectTexts[language];
  return renderField({
    id: 'key',
    label: label[language],
    type: 'password',
    problem: problem && keyProblems[problem](provider),
    attributes: { required: true, autocomplete: 'off', maxlength: maxKeyLength },
  });
}
