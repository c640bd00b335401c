import { consumeOfDay } from '#functions/auth/rate-limit/rate-limit.store.ts';
import { findReceiverFault } from '#shared/outgoing/send-to-receiver.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import { proveControl } from './prove-control.ts';
import type { WebhookTarget } from './registration.store.ts';
import * as registrations from './registration.store.ts';
import type { TargetCommand } from './webhook-command.ts';
import type { WebhookProblem } from './webhook-problem.ts';

/**
 * Returns a target as it is stored: without a fragment, and with each type once, sorted. Fails if
 * the URL is none to which the service sends.
 */
export function readTarget(
  { url, types }: WebhookTarget,
  mainUrl: string,
): Result<WebhookTarget, WebhookProblem> {
  const fault = findReceiverFault(url, mainUrl);
  if (fault) return failure({ code: 'url', fault });
  const { origin, pathname, search } = new URL(url);
  return success({ url: origin + pathname + search, types: [...new Set(types)].sort() });
}

/** Returns why a webhook cannot have a target. `isNew` if it is not yet one of the application. */
export async function findPlaceProblem(
  table: Table<'get'>,
  client_id: string,
  target: WebhookTarget,
  { isNew }: { isNew: boolean },
): Promise<WebhookProblem | undefined> {
  const code = await registrations.findTargetProblem(table, client_id, target);
  if (code === undefined) return undefined;
  return code === 'exists' || isNew ? { code } : undefined;
}

/** The most challenges of an application in a day: their addresses can be somebody else's. */
export const challengesOfDay = 100;

/** Returns why the receiver at a URL does not get events, or undefined if it wants them. */
export async function findControlProblem(
  { table, now, mainUrl, subject }: TargetCommand<'update'>,
  candidate: Parameters<typeof proveControl>[0],
): Promise<WebhookProblem | undefined> {
  const parts = ['webhook_challenge', subject.client_id];
  const seconds = await consumeOfDay(table, parts, challengesOfDay, now);
  if (seconds > 0) return { code: 'too_many_challenges', seconds };
  const challengeFailure = await proveControl(candidate, mainUrl, now);
  return challengeFailure && { code: 'challenge', failure: challengeFailure };
}
