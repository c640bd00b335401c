import {
  type AuthorizationRequest,
  toAuthorizationParameters,
} from '#functions/auth/authorize/authorization.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { isClientIdUrl } from '#functions/auth/client/client-id-url.ts';
import { renderClientLinks } from '#functions/auth/client/render-client.ts';
import { renderChoice } from '#functions/auth/data-policy/provider-choice.page.ts';
import type { ProviderChoice } from '#functions/auth/data-policy/provider-choice.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import {
  coversScope,
  listIncludedScopes,
  type PartialScope,
} from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderLetterMark } from '#shared/pages/card.ts';
import { renderButton, renderCheckbox, renderForm } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { type ConsentTexts, consentTexts } from './consent.texts.ts';
import { isSignInOnly, listPermissions, type Permission } from './permissions.ts';
import {
  listAddableScopes,
  listOptionalScopes,
  withoutScopes,
  withScopes,
} from './scope-choice.ts';

export interface ConsentPageProps {
  language: Language;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  request: AuthorizationRequest;
  /** The name of the signed-in user. */
  name: string;
  form_token: string;
  pages: PageUrls;
  /** The providers whose data the application sees only if they are ticked. */
  choices: readonly ProviderChoice[];
}

/**
 * Returns the host or the native application to which the browser is redirected afterwards. Of an
 * application that nobody has registered, the name says nothing about an app on the device.
 */
function describeDestination(
  { client_id, redirect_uri, application_name }: AuthorizationRequest,
  labels: ConsentTexts,
): string {
  const { protocol, host } = new URL(redirect_uri);
  const isWebsite = protocol === 'https:' || protocol === 'http:';
  if (isWebsite) return host;
  return isClientIdUrl(client_id) ? protocol : labels.nativeApp(application_name);
}

function renderList<Name extends Permission>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
): Html {
  const items = names.map((name) => html`<li>${labels[name]}</li>\n`);
  return html`<ul>\n${items}</ul>\n`;
}

/** Renders what the application does not ask for, or a warning that it asks for everything. */
function renderWithheld(
  names: readonly PartialScope[],
  labels: ConsentTexts,
  request: AuthorizationRequest,
): Html {
  const { application_name: application, scope } = request;
  if (isSignInOnly(scope)) return html`<p>${labels.noData(application)}</p>\n`;
  if (coversScope(scope, listIncludedScopes().join(' ')))
    return html`<p class="error">${labels.fullAccess(
      application,
      listAddableScopes(request).length > 0,
    )}</p>\n`;
  if (names.length === 0) return html``;
  return html`<p>${labels.withheldIntro(application)}</p>
${renderList(names, labels.withheld)}`;
}

/**
 * Renders all that the application asks for in one list. What the person can leave out has a box, a
 * field of `ScopeFields`, and so has what they can add, whose box is not ticked.
 */
function renderAsked(
  granted: readonly Permission[],
  request: ConsentPageProps['request'],
  labels: ConsentTexts,
): Html {
  const { application_name, scope } = request;
  const fixed = granted.map((name) => html`<li>${labels.granted[name]}</li>\n`);
  const ticked = listOptionalScopes(scope);
  const offered = [...ticked, ...listAddableScopes(request)];
  const boxes = offered.map((name) => {
    const box = renderCheckbox({
      id: `scope-${name.replace('.', '-')}`,
      name,
      label: labels.optional.labels[name],
      isChecked: ticked.includes(name),
    });
    return html`<li>${box}</li>\n`;
  });
  const choice = html`<p class="muted">${labels.optional.hint}</p>
<input type="hidden" name="offered_scopes" value="${offered.join(' ')}">
`;
  return html`<fieldset class="asked">
<legend>${labels.permissionsIntro(application_name)}</legend>
${offered.length > 0 && choice}<ul>
${fixed}${boxes}</ul>
</fieldset>
`;
}

/** Renders the providers whose data the person shares or not, if the application needs it. */
function renderProviders(
  choices: readonly ProviderChoice[],
  application: string,
  language: Language,
): Html {
  if (choices.length === 0) return html``;
  const remark = consentTexts[language].choiceCanChange;
  return renderChoice({ choices, application, remark }, language);
}

/** Renders where an application comes from that no operator or person has registered. */
function renderOrigin(
  { client_id, application_name, redirect_uri }: AuthorizationRequest,
  labels: ConsentTexts,
): Html {
  if (!isClientIdUrl(client_id)) return html``;
  const { host } = new URL(client_id);
  const warning = redirect_uri.startsWith('https://')
    ? html``
    : html`<p class="error">${labels.deviceOnly(application_name)}</p>\n`;
  return html`<p>${labels.describedAt(application_name, host)}</p>\n${warning}`;
}

/**
 * Renders the page on which a signed-in person decides on a request. Its form posts to the page
 * itself.
 */
export function renderConsentPage({
  language,
  service,
  request,
  name,
  form_token,
  pages,
  choices,
}: ConsentPageProps): string {
  const labels = consentTexts[language];
  const { application_name, scope } = request;
  const isSignIn = isSignInOnly(scope);
  const title = isSignIn
    ? labels.titleOfSignIn(application_name)
    : labels.title(application_name);
  const signIn = pages.signIn({ request: request.id });
  const links = renderClientLinks(request, labels);
  const optional = listOptionalScopes(scope);
  const { granted } = listPermissions(withoutScopes(scope, optional));
  const { withheld } = listPermissions(withScopes(scope, listAddableScopes(request)));
  const notice = labels.notice(application_name, describeDestination(request, labels));
  const form = renderForm({
    form_token,
    action: pages.consent(request.id),
    body: [
      renderAsked(granted, request, labels),
      renderProviders(choices, application_name, language),
      html`${renderWithheld(withheld, labels, request)}<p class="muted">${notice}</p>\n`,
      renderButton({
        label: isSignIn ? labels.allowSignIn : labels.allow,
        name: 'decision',
        value: 'allow',
      }),
      renderButton({
        label: labels.deny,
        name: 'decision',
        value: 'deny',
        kind: 'secondary',
      }),
    ],
  });
  return renderPage({
    title,
    language,
    shell: { service },
    body: html`${renderLetterMark(application_name)}<h1>${title}</h1>
${links && html`<p class="muted">${links}</p>`}
<p class="muted">${labels.signedInAs(name)}
<a href="${signIn}">${labels.switchAccount}</a></p>
${renderOrigin(request, labels)}${form}`,
  });
}

type ClosedPageProps = Pick<
  ConsentPageProps,
  'request' | 'pages' | 'language' | 'service'
> & {
  /** A sentence for the developer of the application. */
  detail?: string | undefined;
};

/** Why a person can no longer decide on a request. */
export type ClosedReason = 'expired' | 'already_decided' | 'unverified';

/**
 * Renders the page for a request that can no longer be decided. It links to a new request with the
 * same parameters.
 */
export function renderClosedPage(
  reason: ClosedReason,
  { request, pages, language, service, detail }: ClosedPageProps,
): string {
  const { closed } = consentTexts[language];
  const labels = closed[reason];
  const newRequest = pages.authorize(toAuthorizationParameters(request));
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    body: html`<h1>${labels.title}</h1>
<p>${labels.message(request.application_name)}</p>
${detail && html`<p class="muted" lang="en">${closed.forDeveloper} ${detail}</p>\n`}<p>
<a href="${newRequest}">${closed.startAgain}</a></p>`,
  });
}
