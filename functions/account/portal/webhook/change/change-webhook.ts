import type { AccountContext } from '#functions/account/account-handler.ts';
import {
  changeWebhook,
  createWebhook,
} from '#functions/account/webhook/register-webhook.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import {
  deleteWebhook,
  requireWebhook,
  resendAllSince,
  resendOne,
  rotateWebhook,
  switchOff,
  switchOn,
} from '#functions/account/webhook/webhook-commands.ts';
import type { WebhookProblem } from '#functions/account/webhook/webhook-problem.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { Client } from '#functions/auth/client/client.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { toApplicationUrl, toWebhookUrl } from '../../portal-url.ts';
import { type WebhookNotice, webhookTexts } from '../../webhook.texts.ts';
import { resendSpans } from '../action-form.ts';
import { loadNewWebhook, loadWebhook } from '../load-webhook.ts';
import type { WebhookFormResult } from '../webhook.page.ts';
import { readTargetForm } from '../webhook-fields.ts';
import { toFormProblems, type WebhookInput } from '../webhook-form.ts';
import type endpoint from './endpoint.ts';

/** A request that posts a form about a webhook. */
export type WebhookFormRequest = HandlerRequest<typeof endpoint>;

/** Creates a webhook of an application, and shows its secret once. Or shows why there is none. */
export async function registerWebhook(
  request: WebhookFormRequest,
  account: AccountContext,
  client: Client,
) {
  const labels = webhookTexts[account.language];
  const { body: values } = request;
  const refuse = async (problems: NonNullable<WebhookInput['problems']>) => {
    const page = await loadNewWebhook(request, account, { client, values, problems });
    return { status: 400 as const, body: page };
  };
  const target = readTargetForm(values, labels.problems);
  if (!target.ok) return refuse(target.error);
  const created = await createWebhook(toCommand(request, account, client), target.value);
  if (!created.ok) return refuse(toFormProblems(created.error, labels));
  return show(request, account, { client, ...created.value, notice: 'webhook_created' });
}

/** What a form about a webhook is about. */
interface OwnWebhook {
  client: Client;
  webhook: Webhook;
}

type Change<Response> = (
  request: WebhookFormRequest,
  account: AccountContext,
  own: OwnWebhook,
) => Promise<Response>;

/** Returns the change of an application that changes the webhook which its form names. */
export function withWebhook<Response>(change: Change<Response>) {
  return async (request: WebhookFormRequest, account: AccountContext, client: Client) => {
    const { webhook: id } = request.body;
    const webhook = await requireWebhook(request, client.client_id, id);
    return change(request, account, { client, webhook });
  };
}

/** Gives a webhook another target, or shows why it cannot have it. */
export async function updateWebhook(
  request: WebhookFormRequest,
  account: AccountContext,
  { client, webhook }: OwnWebhook,
) {
  const labels = webhookTexts[account.language];
  const { body: values } = request;
  const refuse = async (problems: NonNullable<WebhookInput['problems']>) => {
    const page = await loadWebhook(request, account, {
      client,
      webhook,
      values,
      problems,
    });
    return { status: 400 as const, body: page };
  };
  const target = readTargetForm(values, labels.problems);
  if (!target.ok) return refuse(target.error);
  const command = toCommand(request, account, client);
  const problem = await changeWebhook(command, webhook, target.value);
  if (problem) return refuse(toFormProblems(problem, labels));
  return redirectToWebhook(account, webhook, 'webhook_saved');
}

/** Gives a webhook a new secret, which the page shows once. */
export async function renewSecret(
  request: WebhookFormRequest,
  account: AccountContext,
  { client, webhook }: OwnWebhook,
) {
  const rotated = await rotateWebhook(toCommand(request, account, client), webhook.id);
  if (!rotated) return redirectToWebhook(account, webhook, 'webhook_changed');
  return show(request, account, { client, ...rotated, notice: 'webhook_rotated' });
}

/** Returns the change that disables or enables a webhook. */
function toSwitch(change: typeof switchOn, notice: WebhookNotice) {
  return async (
    request: WebhookFormRequest,
    account: AccountContext,
    { client, webhook }: OwnWebhook,
  ) => {
    const problem = await change(toCommand(request, account, client), webhook);
    return redirectToWebhook(account, webhook, toNotice(problem, notice));
  };
}

/** Disables a webhook. */
export const turnOff = toSwitch(switchOff, 'webhook_disabled');

/** Enables a webhook. */
export const turnOn = toSwitch(switchOn, 'webhook_enabled');

/** Deletes a webhook. */
export async function removeWebhook(
  request: WebhookFormRequest,
  account: AccountContext,
  { client, webhook }: OwnWebhook,
) {
  const isDeleted = await deleteWebhook(toCommand(request, account, client), webhook);
  if (!isDeleted) return redirectToWebhook(account, webhook, 'webhook_changed');
  const url = toApplicationUrl(account.pages, client.client_id);
  return redirect(url, [serializeNotice<WebhookNotice>('portal', 'webhook_deleted')]);
}

/** The longest id of a delivery that is looked up. */
const maxDeliveryIdLength = 200;

/** Sends a delivery again. */
export async function sendAgain(
  request: WebhookFormRequest,
  account: AccountContext,
  { client, webhook }: OwnWebhook,
) {
  if (webhook.state === 'disabled')
    return redirectToWebhook(account, webhook, 'is_disabled');
  const { delivery } = request.body;
  const isResent =
    delivery.length <= maxDeliveryIdLength &&
    (await resendOne(toCommand(request, account, client), webhook, delivery));
  return redirectToWebhook(account, webhook, isResent ? 'resent' : 'not_resent');
}

/** Sends all events since a time again. */
export async function sendAllAgain(
  request: WebhookFormRequest,
  account: AccountContext,
  { client, webhook }: OwnWebhook,
) {
  if (webhook.state === 'disabled')
    return redirectToWebhook(account, webhook, 'is_disabled');
  const since = new Date(request.now.getTime() - resendSpans[request.body.span]);
  const command = toCommand(request, account, client);
  const isRequested = await resendAllSince(command, webhook, since);
  const notice = isRequested ? 'resent_all' : 'resent_already';
  return redirectToWebhook(account, webhook, notice);
}

function toCommand(
  { table, now, baseUrls, requestId: request_id }: WebhookFormRequest,
  { session: { user_id } }: AccountContext,
  { client_id }: Client,
) {
  return {
    table,
    now,
    mainUrl: baseUrls.main,
    subject: { request_id, client_id, user_id },
  };
}

function toNotice(
  problem: WebhookProblem | undefined,
  done: WebhookNotice,
): WebhookNotice {
  if (!problem) return done;
  return problem.code === 'operator' ? 'operator' : 'webhook_changed';
}

/** Shows the page of a webhook whose secret is new. */
async function show(
  request: WebhookFormRequest,
  account: AccountContext,
  { notice, ...shown }: OwnWebhook & WebhookFormResult & { notice: WebhookNotice },
) {
  const body = await loadWebhook(request, { ...account, notice }, shown);
  return { status: 200 as const, body };
}

function redirectToWebhook(
  { pages }: AccountContext,
  webhook: Webhook,
  notice: WebhookNotice,
) {
  const cookie = serializeNotice<WebhookNotice>('webhook', notice);
  return redirect(toWebhookUrl(pages, webhook), [cookie]);
}
