import type { TableOperation } from '#shared/contract/resources.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { type Fail, requireFound } from '#shared/http/handler.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Condition } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import * as deliveries from './delivery.store.ts';
import * as registrations from './registration.store.ts';
import * as webhooks from './webhook.store.ts';
import { toWebhookContext, type Webhook } from './webhook.ts';
import type { WebhookProblem } from './webhook-problem.ts';

/**
 * A command about a webhook of an application: by the API, by its owner on a page, or by the
 * operator.
 */
export interface WebhookCommand<Operation extends TableOperation> {
  table: Table<Operation>;
  now: Date;
  /** The application and, on a page, its owner, as the audit log names them. */
  subject: { request_id?: string; client_id: string; user_id?: string };
  /** Who gives it. What the operator has disabled, only the operator enables. */
  by: 'application' | 'operator';
  /** Keeps its audit event. */
  audit: typeof audit;
}

/** A command that sets the target of a webhook, whose receiver has to prove control. */
export interface TargetCommand<Operation extends TableOperation>
  extends WebhookCommand<Operation> {
  /** The base URL of the main API. */
  mainUrl: string;
}

/** A request to the API whose caller is the application itself. */
interface ApplicationRequest<Operation extends TableOperation> {
  table: Table<Operation>;
  now: Date;
  requestId: string;
  caller: { client_id: string };
}

/** Returns what a request to the API asks for a webhook of its application. */
export function toWebhookCommand<Operation extends TableOperation>({
  table,
  now,
  requestId: request_id,
  caller: { client_id },
}: ApplicationRequest<Operation>): WebhookCommand<Operation> {
  return { table, now, subject: { request_id, client_id }, by: 'application', audit };
}

/** Returns a webhook of an application. Throws `not_found` if it has none with the id. */
export async function requireWebhook(
  { table, fail }: { table: Table<'get'>; fail: Fail<'not_found'> },
  client_id: string,
  id: string,
): Promise<Webhook> {
  const found = await webhooks.find(table, client_id, id);
  return requireFound(found, { kind: 'webhook', id }, fail);
}

/**
 * Disables a webhook. One that the operator has disabled stays as it is. Returns why it is not
 * disabled, or undefined.
 */
export async function switchOff(
  { table, now, subject, by, audit }: WebhookCommand<'update'>,
  webhook: Webhook,
): Promise<WebhookProblem | undefined> {
  const { disabled_reason } = webhook;
  if (disabled_reason === 'operator' || disabled_reason === by) return undefined;
  const disabled = await registrations.disableWebhook(table, webhook, by, now);
  if (!disabled) return { code: 'changed' };
  audit('webhook_disabled', { ...subject, webhook_id: webhook.id, code: by });
  return undefined;
}

/**
 * Enables a webhook and sends what it has missed, unless the operator has disabled it and another
 * gives the command. Returns why it is not enabled, or undefined.
 */
export async function switchOn(
  { table, now, subject, by, audit }: WebhookCommand<'put' | 'update' | 'transact'>,
  webhook: Webhook,
): Promise<WebhookProblem | undefined> {
  if (webhook.state !== 'disabled') return undefined;
  const isLocked = webhook.disabled_reason === 'operator' && by !== 'operator';
  if (isLocked) return { code: 'operator' };
  const isEnabled = await registrations.enableWebhook(table, webhook, now);
  if (!isEnabled) return { code: 'changed' };
  audit('webhook_enabled', { ...subject, webhook_id: webhook.id });
  return undefined;
}

/** A webhook with its new secret, which cannot be read again. */
export interface WebhookAndSecret {
  webhook: Webhook;
  secret: string;
}

/** Gives a webhook a new secret. Returns undefined as `rotateWebhookSecret` does. */
export async function rotateWebhook(
  { table, now, subject, audit }: WebhookCommand<'update'>,
  id: string,
  condition?: Condition,
): Promise<WebhookAndSecret | undefined> {
  const ids = { client_id: subject.client_id, id };
  const secret = createWebhookSecret();
  const envelope = await encryptEnvelope(secret, toWebhookContext(ids), openDataKeys());
  const webhook = await registrations.rotateWebhookSecret(
    table,
    ids,
    { secret: envelope, condition },
    now,
  );
  if (!webhook) return undefined;
  audit('webhook_secret_rotated', { ...subject, webhook_id: id });
  return { webhook, secret };
}

/** Sends a delivery of a webhook again. Returns false if there is none with the id. */
export async function resendOne(
  { table, now, subject, audit }: WebhookCommand<'get' | 'put'>,
  { id: webhook_id }: Webhook,
  delivery_id: string,
): Promise<boolean> {
  const found = await deliveries.findDelivery(table, webhook_id, delivery_id);
  const isResent = found && (await deliveries.resendDelivery(table, found, now));
  if (!isResent) return false;
  audit('webhook_resent', { ...subject, webhook_id });
  return true;
}

/**
 * Sends all events since a time to a webhook again. Returns false if that was asked for less than a
 * minute ago.
 */
export async function resendAllSince(
  { table, now, subject, audit }: WebhookCommand<'put' | 'update' | 'transact'>,
  webhook: Webhook,
  since: Date,
): Promise<boolean> {
  const start = since.toISOString();
  const isRequested = await registrations.resendSince(table, webhook, start, now);
  if (isRequested) audit('webhook_resent', { ...subject, webhook_id: webhook.id });
  return isRequested;
}

/**
 * Deletes a webhook, unless the operator has disabled it: the same could be created again, active.
 * Returns why it is not deleted, or undefined.
 */
export async function deleteWebhook(
  { table, subject, audit }: WebhookCommand<'update' | 'delete' | 'transact'>,
  webhook: Webhook,
): Promise<WebhookProblem | undefined> {
  if (webhook.disabled_reason === 'operator') return { code: 'operator' };
  const isDeleted = await registrations.deleteRegistration(table, webhook);
  if (!isDeleted) return { code: 'changed' };
  audit('webhook_deleted', { ...subject, webhook_id: webhook.id });
  return undefined;
}
