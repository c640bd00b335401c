import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { type Client, isEnabled, maxOwnClients } from '#functions/auth/client/client.ts';
import type { RegistrationMode } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import {
  renderButton,
  renderDisclosure,
  renderForm,
  renderLinkButton,
  renderSelect,
} from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import type { PortalAction } from './action-form.ts';
import { type PortalTexts, portalTexts } from './portal.texts.ts';
import { toApplicationUrl } from './portal-url.ts';
import { applicationKinds } from './registration-fields.ts';
import {
  type RegistrationInput,
  renderRegistrationFields,
  summarizeProblems,
} from './registration-form.ts';

/** What a form about applications shows again. */
export interface PortalResult extends RegistrationInput {
  /** The kind that was chosen. */
  kind?: string;
  /** A new secret, which is shown once. */
  client_secret?: string | undefined;
}

export interface PortalPageProps extends PortalResult {
  /** In the order of their registration. */
  clients: readonly Client[];
  registration: RegistrationMode;
  /** The base URL of the main host, which has the guides. */
  mainUrl: string;
  /** The idempotency key of a new application. */
  key: string;
}

/** Renders the page of the applications that a person has registered. */
export function renderPortalPage(
  props: PortalPageProps,
  account: AccountContext,
): string {
  const { clients, mainUrl } = props;
  const labels = portalTexts[account.language];
  return renderAccountPage(account, {
    title: labels.title,
    lead: labels.lead,
    notices: labels.notices,
    problem: summarizeProblems(props, account),
    body: html`${renderRegistration(props, account)}${clients.map((client) =>
      renderClient(client, account, labels),
    )}
<p><a href="${mainUrl}/v7.1/docs/make-an-application/">${labels.guide}</a></p>
<p>${labels.ownData} <a href="${account.pages.account('tokens')}">${labels.tokens}</a></p>
`,
  });
}

function renderClient(
  client: Client,
  { pages, formats }: AccountContext,
  labels: PortalTexts,
): Html {
  const { client_id, name, created_datetime } = client;
  const url = toApplicationUrl(pages, client_id);
  return renderCard({
    title: name,
    badge: getBadge(client, labels),
    body: html`${renderFacts([
      { label: labels.clientId, value: html`<code>${client_id}</code>` },
      { label: labels.created, value: formats.dateOfTime(created_datetime) },
    ])}${renderLinkButton({
      label: labels.open,
      description: labels.openLabel(name),
      url,
      kind: 'secondary',
    })}`,
  });
}

/** Returns what a person should know about an application at first sight. */
export function getBadge(
  client: Client,
  labels: PortalTexts,
): { label: string; isBad?: boolean } | undefined {
  if (!isEnabled(client)) return { label: labels.disabled, isBad: true };
  return client.public ? { label: labels.withoutSecret } : undefined;
}

/** Renders the form for a new application, or why the person cannot register one. */
function renderRegistration(props: PortalPageProps, account: AccountContext): Html {
  const { clients, registration, problems, kind } = props;
  const { language, form_token, profile, pages } = account;
  const labels = portalTexts[language];
  if (registration === 'off') return renderNotice(labels.closed);
  if (profile.unconfirmed_email) {
    const link = html`<a href="${pages.sendLink('password_reset')}">${labels.confirm}</a>`;
    return renderNotice(html`${labels.unconfirmed} ${link}`);
  }
  if (clients.length >= maxOwnClients) return renderNotice(labels.full(maxOwnClients));

  const kindField = renderSelect({
    id: 'kind',
    label: labels.kind,
    value: kind,
    options: applicationKinds.map((value) => ({ value, label: labels.kinds[value] })),
  });
  return renderDisclosure({
    summary: labels.createTitle,
    isOpen: problems !== undefined || clients.length === 0,
    body: renderForm({
      form_token,
      action: pages.account('portal'),
      hidden: { action: 'register' satisfies PortalAction, key: props.key },
      hasProblems: problems !== undefined,
      body: html`${kindField}${renderRegistrationFields(props, account)}${renderButton({
        label: labels.create,
      })}`,
    }),
  });
}
