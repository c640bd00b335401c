import { renderAccountPage } from '#functions/account/account.page.ts';
import { accountTexts } from '#functions/account/account.texts.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderClientLinks } from '#functions/auth/client/render-client.ts';
import { consentTexts } from '#functions/auth/consent/consent.texts.ts';
import { listPermissions } from '#functions/auth/consent/permissions.ts';
import { renderChoice } from '#functions/auth/data-policy/provider-choice.page.ts';
import { coversScope, fullScope } from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts, renderLetterMark } from '#shared/pages/card.ts';
import { renderButton, renderDangerForm, renderForm } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { compact } from '#shared/runtime/compact.ts';
import { applicationsTexts } from './applications.texts.ts';
import type { ShownClient } from './connected-client.ts';
import { renderOtherReaders, renderReads } from './reads.page.ts';
import type { ReadingClient } from './reads.ts';

interface ApplicationsPageProps {
  applications: readonly ShownClient[];
  /** The clients that have read data, also those whose access has ended. */
  readers: readonly ReadingClient[];
}

/** Renders the page that lists the applications with access. Its forms post to the page itself. */
export function renderApplicationsPage(
  { applications, readers }: ApplicationsPageProps,
  account: AccountContext,
): string {
  const labels = applicationsTexts[account.language];
  const cards = applications.map((application) => {
    const { client_id, name } = application;
    const reader = readers.find((other) => other.client_id === client_id);
    const reads = renderReads(reader ?? { client_id, name, marks: [] }, account);
    return renderApplication(application, reads, account);
  });
  const ids = new Set(applications.map(({ client_id }) => client_id));
  const others = readers.filter(({ client_id }) => !ids.has(client_id));
  return renderAccountPage(account, {
    title: labels.title,
    lead: cards.length > 0 ? labels.lead : undefined,
    notices: labels.notices,
    body: html`${cards.length > 0 ? cards : renderEmptyState(labels.empty)}${renderOtherReaders(
      others,
      account,
    )}
<p class="muted">${labels.ownScripts}
<a href="${account.pages.account('tokens')}">${accountTexts[account.language].tokens}</a></p>
`,
  });
}

/** Returns what people should know of an application at first sight. */
function findBadge(
  { audience, scope }: ShownClient,
  { fullAccess, assistant }: (typeof applicationsTexts)['en'],
) {
  if (coversScope(scope, fullScope)) return { label: fullAccess, isBad: true };
  return audience === 'mcp' ? { label: assistant } : undefined;
}

function renderApplication(
  application: ShownClient,
  reads: Html,
  account: AccountContext,
): Html {
  const { name, scope, links = {}, since, last_used_on } = application;
  const { language, formats } = account;
  const labels = applicationsTexts[language];
  const hasFullAccess = coversScope(scope, fullScope);
  const lastUsed = last_used_on && formats.dayInUtc(last_used_on);
  return renderCard({
    title: name,
    subtitle: renderClientLinks(links, consentTexts[language]),
    logo: renderLetterMark(name),
    badge: findBadge(application, labels),
    body: html`<p>${hasFullAccess ? labels.canEverything : labels.can}</p>
${renderPermissions(scope, account)}${renderFacts([
  { label: labels.accessSince, value: formats.dateOfTime(since) },
  { label: labels.lastUsed, value: lastUsed ?? labels.neverUsed },
])}${reads}${renderProviders(application, account)}${renderRevocation(application, account)}`,
  });
}

/** Renders what a scope allows, in the words of the page on which the person allowed it. */
export function renderPermissions(scope: string, { language }: AccountContext): Html {
  const texts = consentTexts[language].granted;
  const { granted } = listPermissions(scope);
  const items = granted.map((permission) => html`<li>${texts[permission]}</li>\n`);
  return html`<ul>
${items}</ul>
`;
}

/** Renders the choice of providers, if the application needs one. */
function renderProviders(
  { client_id, grant_id, audience, name, choices }: ShownClient,
  { language, form_token }: AccountContext,
): Html {
  if (choices.length === 0) return html``;
  const labels = applicationsTexts[language];
  const button = renderButton({
    label: labels.saveProviders,
    description: labels.saveProvidersLabel(name),
    kind: 'secondary',
  });
  const props = {
    choices,
    application: name,
    idPrefix: `${grant_id ?? client_id}-${audience ?? ''}`,
  };
  return renderForm({
    form_token,
    hidden: compact({ client_id, audience, action: 'choose_providers' }),
    body: [renderChoice(props, language), button],
  });
}

function renderRevocation(
  { client_id, grant_id, name }: ShownClient,
  { language, form_token }: AccountContext,
): Html {
  const labels = applicationsTexts[language];
  return renderDangerForm({
    summary: labels.revocation,
    hint: labels.revocationHint,
    form_token,
    hidden: compact({ client_id, grant_id, action: 'revoke' }),
    button: { label: labels.revoke, description: labels.revokeLabel(name) },
  });
}
