import { consumeOfDay } from '#functions/auth/rate-limit/rate-limit.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import { findReceiverFault } from '#shared/outgoing/send-to-receiver.ts';
import type { Table } from '#shared/table/table.ts';
import { proveControl } from './prove-control.ts';
import type { WebhookTarget } from './registration.store.ts';
import * as registrations from './registration.store.ts';
import { maxWebhooks, type Webhook } from './webhook.ts';

/** What the endpoints that set a target have in common. */
interface TargetRequest {
  table: Table<'get' | 'update'>;
  caller: { client_id: string };
  baseUrls: { main: string };
  now: Date;
  fail: Fail<'validation_failed' | 'webhook_exists' | 'too_many_requests'>;
}

/**
 * Returns a target as it is stored: without a fragment, and with each type once, sorted. Throws
 * `validation_failed` if the URL is none to which the service sends.
 */
export function requireTarget(
  { url, types }: WebhookTarget,
  { baseUrls, fail }: Pick<TargetRequest, 'baseUrls' | 'fail'>,
): WebhookTarget {
  const fault = findReceiverFault(url, baseUrls.main);
  if (fault) throw fail('validation_failed', { failures: { url: [fault] } });
  const { origin, pathname, search } = new URL(url);
  return { url: origin + pathname + search, types: [...new Set(types)].sort() };
}

/**
 * Throws `webhook_exists` if the application has a webhook with the target, and `validation_failed`
 * if it has as many as allowed, unless the target is for `current`, which is one of them.
 */
export async function requireFreeTarget(
  { table, caller, fail }: Pick<TargetRequest, 'table' | 'caller' | 'fail'>,
  target: WebhookTarget,
  current?: Webhook,
): Promise<void> {
  const problem = await registrations.findTargetProblem(table, caller.client_id, target);
  if (problem === 'exists') throw fail('webhook_exists');
  if (problem !== 'too_many' || current) return;
  const message = `an application can have at most ${maxWebhooks} webhooks`;
  throw fail('validation_failed', { failures: { __all__: [message] } });
}

/** The most challenges of an application in a day: their addresses can be somebody else's. */
export const challengesOfDay = 100;

/**
 * Throws `validation_failed` unless the receiver at the URL returns a challenge, and
 * `too_many_requests` if the application has asked for too many.
 */
export async function requireControl(
  { table, caller, baseUrls, now, fail }: TargetRequest,
  candidate: Parameters<typeof proveControl>[0],
): Promise<void> {
  const parts = ['webhook_challenge', caller.client_id];
  const seconds = await consumeOfDay(table, parts, challengesOfDay, now);
  if (seconds > 0) throw fail('too_many_requests', { seconds });
  const problem = await proveControl(candidate, baseUrls.main, now);
  if (!problem) return;
  const message = `did not return the challenge. ${problem}`;
  throw fail('validation_failed', { failures: { url: [message] } });
}

/** Returns the error of a write that others made impossible. It can be tried again. */
export function toContention() {
  return serviceError('unavailable', { cause: 'concurrent_changes' });
}
