import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import { type Client, isEnabled } from '#functions/auth/client/client.ts';
import type { UserCount } from '#functions/auth/grant/grant.store.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import {
  renderButton,
  renderDangerZone,
  renderDisclosure,
  renderLinkButton,
} from '#shared/pages/form.ts';
import { renderNotice, renderTextToCopy } from '#shared/pages/notice.ts';
import { renderActionForm } from './action-form.ts';
import { getBadge } from './portal.page.ts';
import { type PortalTexts, portalTexts } from './portal.texts.ts';
import { toRegistrationValues } from './registration-fields.ts';
import {
  type RegistrationInput,
  renderRegistrationFields,
  summarizeProblems,
} from './registration-form.ts';
import { webhookTexts } from './webhook.texts.ts';
import { renderWebhooks } from './webhooks-section.ts';

interface ApplicationPageProps extends RegistrationInput {
  client: Client;
  /** Its use. */
  usage: Html;
  /** A new secret, which is shown once. */
  client_secret?: string | undefined;
  /** The users who allow access. */
  userCount: UserCount;
  /** In the order of their creation. */
  webhooks: readonly Webhook[];
  /** The base URL of the main host, which has the guides. */
  mainUrl: string;
  now: Date;
}

interface ApplicationPageView extends ApplicationPageProps {
  account: AccountContext;
  labels: PortalTexts;
}

/** Renders the page of an application that a person has registered. */
export function renderApplicationPage(
  props: ApplicationPageProps,
  account: AccountContext,
): string {
  const { client, client_secret } = props;
  const labels = portalTexts[account.language];
  const view = { ...props, account, labels };
  const isShown = isEnabled(client);
  return renderAccountPage(account, {
    title: client.name,
    notices: { ...webhookTexts[account.language].notices, ...labels.notices },
    refusals: labels.refusals,
    problem: summarizeProblems(props, account),
    body: html`${client_secret && renderSecret(client_secret, view)}${
      !isShown && renderNotice(labels.disabledHint, 'error')
    }${renderClientFacts(view)}${props.usage}${isShown && renderEdit(view)}${
      isShown && !client.public && renderRotation(view)
    }${
      isShown && renderWebhooks(props, account)
    }<p><a href="${account.pages.account('portal')}">${labels.back}</a></p>
${renderDeletion(view)}`,
  });
}

function renderSecret(
  client_secret: string,
  { client, labels, mainUrl }: ApplicationPageView,
): Html {
  return renderCard({
    title: labels.secret(client.name),
    body: html`<p>${labels.secretHint}</p>
${renderTextToCopy(client_secret)}<p>
<a href="${mainUrl}/v7.1/docs/make-an-application/">${labels.guide}</a></p>
`,
  });
}

function renderClientFacts(view: ApplicationPageView): Html {
  const { client, account, labels, now } = view;
  const { formats } = account;
  const { client_id, redirect_uris, created_datetime, secrets } = client;
  const { post_logout_redirect_uris } = client;
  const [current, previous] = secrets;
  const expiry = previous?.expires_datetime;
  const isOverlap = expiry !== undefined && expiry > now.toISOString();
  return renderCard({
    title: labels.clientId,
    badge: getBadge(client, labels),
    body: html`${renderTextToCopy(client_id)}${renderFacts([
      { label: labels.redirectUris, value: renderUris(redirect_uris) },
      { label: labels.logoutUris, value: renderUris(post_logout_redirect_uris) },
      { label: labels.created, value: formats.dateOfTime(created_datetime) },
      {
        label: labels.secretOf,
        value: current && formats.longTime(current.created_datetime),
      },
      {
        label: labels.secretUntil,
        value: isOverlap ? formats.longTime(expiry) : undefined,
      },
      { label: labels.users, value: formatUserCount(view) },
    ])}${isEnabled(client) && renderTrial(view)}`,
  });
}

/** Renders URIs below each other, or nothing if there are none. */
function renderUris(uris: readonly string[] = []): Html | undefined {
  if (uris.length === 0) return undefined;
  return html`${uris.map((uri) => html`<div><code>${uri}</code></div>\n`)}`;
}

/** Renders a link with which the owner allows access as everybody does. PKCE needs a program. */
function renderTrial({ client, account, labels }: ApplicationPageView): Html | undefined {
  const { client_id, redirect_uris, pkce_required } = client;
  const [redirect_uri] = redirect_uris;
  if (pkce_required || redirect_uri === undefined) return undefined;
  const url = account.pages.authorize({ response_type: 'code', client_id, redirect_uri });
  return renderLinkButton({ label: labels.allow, url, kind: 'secondary' });
}

function formatUserCount({ userCount, labels }: ApplicationPageView): string {
  const { count, isComplete } = userCount;
  return isComplete ? `${count}` : labels.atLeast(count);
}

function renderEdit(view: ApplicationPageView): Html {
  const { client, account, labels, problems } = view;
  const { values = toRegistrationValues(client) } = view;
  return renderDisclosure({
    summary: labels.edit,
    isOpen: problems !== undefined,
    body: renderActionForm(account, {
      id: client.client_id,
      action: 'update',
      hasProblems: problems !== undefined,
      body: html`<p class="muted">${labels.editHint}</p>
${renderRegistrationFields({ ...view, values }, account)}${renderButton({
  label: labels.save,
})}`,
    }),
  });
}

/** Returns when the current secret of an application was created, or an empty string. */
export const getSecretTime = ({ secrets: [current] }: Client) =>
  current?.created_datetime ?? '';

function renderRotation({ client, account, labels }: ApplicationPageView): Html {
  return renderDisclosure({
    summary: labels.rotation,
    body: html`<p>${labels.rotationHint}</p>
${renderActionForm(account, {
  id: client.client_id,
  action: 'rotate',
  hidden: { secret_of: getSecretTime(client) },
  body: renderButton({ label: labels.rotate, kind: 'secondary' }),
})}`,
  });
}

function renderDeletion(view: ApplicationPageView): Html {
  const { client, account, labels } = view;
  const button = renderButton({
    label: labels.delete,
    description: labels.deleteLabel(client.name),
    kind: 'danger',
  });
  return renderDangerZone({
    summary: labels.deletion,
    body: html`<p>${labels.deletionHint(formatUserCount(view))}</p>
${renderActionForm(account, { id: client.client_id, action: 'delete', body: button })}`,
  });
}
