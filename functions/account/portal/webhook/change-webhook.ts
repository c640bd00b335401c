import type { AccountContext } from '#functions/account/account-context.ts';
import { again, done, type Outcome } from '#functions/account/screen.ts';
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
  type TargetCommand,
} from '#functions/account/webhook/webhook-commands.ts';
import type { WebhookProblem } from '#functions/account/webhook/webhook-problem.ts';
import type { Fail } from '#shared/http/handler.ts';
import { toApplication } from '../own-application.ts';
import { type WebhookNotice, webhookTexts } from '../webhook.texts.ts';
import { resendSpans, toSecretCondition, type WebhookForm } from './action-form.ts';
import type { WebhookFormResult } from './webhook.page.ts';
import { readTargetForm, type WebhookFormProblems } from './webhook-fields.ts';
import { toFormProblems } from './webhook-form.ts';

/** The operations with which the forms change webhooks. */
export const webhookOperations = [
  'get',
  'getEach',
  'query',
  'put',
  'update',
  'delete',
  'check',
  'transact',
] as const;

/** A form about webhooks that was sent, by the owner of the application. */
export interface SentForm {
  body: WebhookForm;
  command: TargetCommand<(typeof webhookOperations)[number]>;
  account: AccountContext;
  fail: Fail<'not_found'>;
}

/** A form about a webhook that exists. */
interface SentChange extends SentForm {
  webhook: Webhook;
}

type WebhookOutcome = Promise<Outcome<WebhookFormResult>>;

/** Returns the change by a form about a webhook that exists. */
export function ofWebhook(change: (sent: SentChange) => WebhookOutcome) {
  return async (sent: SentForm): WebhookOutcome => {
    const { body, command, fail } = sent;
    const { table, subject } = command;
    const webhook = await requireWebhook(
      { table, fail },
      subject.client_id,
      body.webhook,
    );
    return change({ ...sent, webhook });
  };
}

/** Creates a webhook of an application, and shows its secret once. Or shows why there is none. */
export async function registerWebhook({
  body,
  command,
  account,
}: SentForm): WebhookOutcome {
  const labels = webhookTexts[account.language];
  const { client_id: id } = command.subject;
  const refuse = (problems: WebhookFormProblems) =>
    again<WebhookFormResult>({ values: body, problems }, { query: { id, webhook: '' } });
  const target = readTargetForm(body, labels.problems);
  if (!target.ok) return refuse(target.error);
  const created = await createWebhook(command, target.value);
  if (!created.ok) return refuse(toFormProblems(created.error, labels));
  return showSecret(created.value, 'webhook_created');
}

/** Gives a webhook another target, or shows why it cannot have it. */
export async function updateWebhook({
  body,
  command,
  account,
  webhook,
}: SentChange): WebhookOutcome {
  const labels = webhookTexts[account.language];
  const refuse = (problems: WebhookFormProblems) =>
    again<WebhookFormResult>({ values: body, problems }, { query: toQuery(webhook) });
  const target = readTargetForm(body, labels.problems);
  if (!target.ok) return refuse(target.error);
  const problem = await changeWebhook(command, webhook, target.value);
  if (problem) return refuse(toFormProblems(problem, labels));
  return finish(webhook, 'webhook_saved');
}

/** Gives a webhook a new secret, which the page shows once. */
export async function renewSecret({
  body,
  command,
  webhook,
}: SentChange): WebhookOutcome {
  const { secret_until } = body;
  // Another rotation would end the secret that the receiver still has.
  const condition = secret_until === '' ? undefined : toSecretCondition(secret_until);
  const rotated = await rotateWebhook(command, webhook.id, condition);
  if (!rotated) return finish(webhook, 'webhook_rotated_before');
  return showSecret(rotated, 'webhook_rotated');
}

/** Enables a webhook. */
export async function enableFromForm({ command, webhook }: SentChange): WebhookOutcome {
  const problem = await switchOn(command, webhook);
  return finish(webhook, toNotice(problem, 'webhook_enabled'));
}

/** Disables a webhook. */
export async function disableFromForm({ command, webhook }: SentChange): WebhookOutcome {
  const problem = await switchOff(command, webhook);
  return finish(webhook, toNotice(problem, 'webhook_disabled'));
}

/** Deletes a webhook. */
export async function deleteFromForm({ command, webhook }: SentChange): WebhookOutcome {
  const problem = await deleteWebhook(command, webhook);
  if (problem) return finish(webhook, toNotice(problem, 'webhook_deleted'));
  return done<WebhookNotice>('webhook_deleted', toApplication(webhook));
}

/** The longest id of a delivery that is looked up. */
const maxDeliveryIdLength = 200;

/** Sends a delivery again. */
export async function sendAgain({ body, command, webhook }: SentChange): WebhookOutcome {
  if (webhook.state === 'disabled') return finish(webhook, 'is_disabled');
  const { delivery } = body;
  const isResent =
    delivery.length <= maxDeliveryIdLength &&
    (await resendOne(command, webhook, delivery));
  return finish(webhook, isResent ? 'resent' : 'not_resent');
}

/** Sends all events since a time again. */
export async function sendAllAgain({
  body,
  command,
  webhook,
}: SentChange): WebhookOutcome {
  if (webhook.state === 'disabled') return finish(webhook, 'is_disabled');
  const since = new Date(command.now.getTime() - resendSpans[body.span]);
  const isRequested = await resendAllSince(command, webhook, since);
  return finish(webhook, isRequested ? 'resent_all' : 'resent_already');
}

function toNotice(
  problem: WebhookProblem | undefined,
  noticeOfChange: WebhookNotice,
): WebhookNotice {
  if (!problem) return noticeOfChange;
  return problem.code === 'operator' ? 'operator' : 'webhook_changed';
}

/** Returns the query of the page of a webhook. */
function toQuery({ client_id: id, id: webhook }: Pick<Webhook, 'client_id' | 'id'>) {
  return { id, webhook };
}

/** Shows the page of a webhook whose secret is new. */
function showSecret(
  { webhook, secret }: { webhook: Webhook; secret: string },
  notice: WebhookNotice,
) {
  const options = { status: 200, notice, query: toQuery(webhook) } as const;
  return again<WebhookFormResult>({ secret }, options);
}

/** Ends a form on the page of the webhook. */
function finish(webhook: Webhook, notice: WebhookNotice) {
  const parameters = new URLSearchParams(toQuery(webhook)).toString();
  return done<WebhookNotice>(notice, { parameters });
}
