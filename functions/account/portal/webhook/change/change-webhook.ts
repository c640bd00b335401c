import type { AccountContext } from '#functions/account/account-context.ts';
import {
  changeWebhook,
  createWebhook,
} from '#functions/account/webhook/register-webhook.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import {
  deleteWebhook,
  resendAllSince,
  resendOne,
  rotateWebhook,
  switchOff,
  switchOn,
  toWebhookCommand,
} from '#functions/account/webhook/webhook-commands.ts';
import type { WebhookProblem } from '#functions/account/webhook/webhook-problem.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { Client } from '#functions/auth/client/client.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { toApplicationUrl, toWebhookUrl } from '../../portal-url.ts';
import { type WebhookNotice, webhookTexts } from '../../webhook.texts.ts';
import { resendSpans, toSecretCondition } from '../action-form.ts';
import { loadNewWebhook, loadWebhook } from '../load-webhook.ts';
import { readTargetForm } from '../webhook-fields.ts';
import { toFormProblems, type WebhookInput } from '../webhook-form.ts';
import type endpoint from './endpoint.ts';

/** A request that posts a form about a webhook. */
export type WebhookFormRequest = HandlerRequest<typeof endpoint>;

/** A form about webhooks that was sent, by the owner of the application. */
interface SentForm {
  request: WebhookFormRequest;
  account: AccountContext;
  client: Client;
}

/** A form about a webhook that exists. */
interface WebhookForm extends SentForm {
  webhook: Webhook;
}

/** Creates a webhook of an application, and shows its secret once. Or shows why there is none. */
export async function registerWebhook(form: SentForm) {
  const { request, account, client } = form;
  const labels = webhookTexts[account.language];
  const { body: values } = request;
  const refuse = async (problems: NonNullable<WebhookInput['problems']>) => {
    const page = await loadNewWebhook(request, account, { client, values, problems });
    return { status: 400 as const, body: page };
  };
  const target = readTargetForm(values, labels.problems);
  if (!target.ok) return refuse(target.error);
  const created = await createWebhook(toCommand(form), target.value);
  if (!created.ok) return refuse(toFormProblems(created.error, labels));
  return show({ ...form, ...created.value }, 'webhook_created');
}

/** Gives a webhook another target, or shows why it cannot have it. */
async function updateWebhook(form: WebhookForm) {
  const { request, account, client, webhook } = form;
  const labels = webhookTexts[account.language];
  const { body: values } = request;
  const refuse = async (problems: NonNullable<WebhookInput['problems']>) => {
    const shown = { client, webhook, values, problems };
    const page = await loadWebhook(request, account, shown);
    return { status: 400 as const, body: page };
  };
  const target = readTargetForm(values, labels.problems);
  if (!target.ok) return refuse(target.error);
  const problem = await changeWebhook(toCommand(form), webhook, target.value);
  if (problem) return refuse(toFormProblems(problem, labels));
  return redirectToWebhook(form, 'webhook_saved');
}

/** Gives a webhook a new secret, which the page shows once. */
async function renewSecret(form: WebhookForm) {
  const { secret_until } = form.request.body;
  // Another rotation would end the secret that the receiver still has.
  const condition = secret_until === '' ? undefined : toSecretCondition(secret_until);
  const rotated = await rotateWebhook(toCommand(form), form.webhook.id, condition);
  if (!rotated) return redirectToWebhook(form, 'webhook_rotated_before');
  return show({ ...form, ...rotated }, 'webhook_rotated');
}

/** Returns the change that disables or enables a webhook. */
function toSwitch(change: typeof switchOn, notice: WebhookNotice) {
  return async (form: WebhookForm) => {
    const problem = await change(toCommand(form), form.webhook);
    return redirectToWebhook(form, toNotice(problem, notice));
  };
}

/** Deletes a webhook. */
async function deleteFromForm(form: WebhookForm) {
  const { account, client, webhook } = form;
  const problem = await deleteWebhook(toCommand(form), webhook);
  if (problem) return redirectToWebhook(form, toNotice(problem, 'webhook_deleted'));
  const url = toApplicationUrl(account.pages, client.client_id);
  return redirect(url, [serializeNotice<WebhookNotice>('portal', 'webhook_deleted')]);
}

/** The longest id of a delivery that is looked up. */
const maxDeliveryIdLength = 200;

/** Sends a delivery again. */
async function sendAgain(form: WebhookForm) {
  const { request, webhook } = form;
  if (webhook.state === 'disabled') return redirectToWebhook(form, 'is_disabled');
  const { delivery } = request.body;
  const isResent =
    delivery.length <= maxDeliveryIdLength &&
    (await resendOne(toCommand(form), webhook, delivery));
  return redirectToWebhook(form, isResent ? 'resent' : 'not_resent');
}

/** Sends all events since a time again. */
async function sendAllAgain(form: WebhookForm) {
  const { request, webhook } = form;
  if (webhook.state === 'disabled') return redirectToWebhook(form, 'is_disabled');
  const since = new Date(request.now.getTime() - resendSpans[request.body.span]);
  const isRequested = await resendAllSince(toCommand(form), webhook, since);
  return redirectToWebhook(form, isRequested ? 'resent_all' : 'resent_already');
}

/** The changes of a webhook, by the actions of their forms. */
export const webhookChanges = {
  update: updateWebhook,
  enable: toSwitch(switchOn, 'webhook_enabled'),
  disable: toSwitch(switchOff, 'webhook_disabled'),
  rotate: renewSecret,
  delete: deleteFromForm,
  resend: sendAgain,
  resend_since: sendAllAgain,
};

function toCommand({ request, account, client: { client_id } }: SentForm) {
  const command = toWebhookCommand({ ...request, caller: { client_id } });
  const subject = { ...command.subject, user_id: account.session.user_id };
  return { ...command, mainUrl: request.baseUrls.main, subject };
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
  { request, account, client, webhook, secret }: WebhookForm & { secret: string },
  notice: WebhookNotice,
) {
  const shown = { client, webhook, secret };
  const body = await loadWebhook(request, { ...account, notice }, shown);
  return { status: 200 as const, body };
}

function redirectToWebhook({ account, webhook }: WebhookForm, notice: WebhookNotice) {
  const cookie = serializeNotice<WebhookNotice>('webhook', notice);
  return redirect(toWebhookUrl(account.pages, webhook), [cookie]);
}
