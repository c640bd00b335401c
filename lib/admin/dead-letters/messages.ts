import * as z from 'zod/mini';
import { serviceError } from '#shared/errors/errors.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import type { Row } from '../command.ts';
import type { DeadLetter, DeadLetterQueue } from './dead-letter-queue.ts';

/**
 * Receives messages until it has `limit` of them or the queue has no more, and releases them all.
 * Returns at most `limit`, the oldest first.
 */
export async function peekMessages(
  queue: DeadLetterQueue,
  limit: number,
): Promise<DeadLetter[]> {
  const received: DeadLetter[] = [];
  for await (const batch of queue.receiveAll()) {
    received.push(...batch);
    if (received.length >= limit) break;
  }
  await queue.release(received);

  const sorted = received.toSorted((one, other) =>
    (one.sent_datetime ?? '').localeCompare(other.sent_datetime ?? ''),
  );
  return sorted.slice(0, limit);
}

type MessageAction<Result> = (message: DeadLetter) => Promise<Result>;

/** Applies an action to every message, and returns the results. */
export async function applyToAll<Result>(
  queue: DeadLetterQueue,
  action: MessageAction<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const batch of queue.receiveAll()) {
    for (const message of batch) results.push(await action(message));
  }
  return results;
}

/**
 * Applies an action to the messages with these ids, and returns the results. Throws `not_found` if
 * a message does not exist. In that case, applies the action to none.
 */
export async function applyToSelected<Result>(
  queue: DeadLetterQueue,
  ids: readonly string[],
  action: MessageAction<Result>,
): Promise<Result[]> {
  const wanted = new Set(ids);
  const selected = new Map<string, DeadLetter>();
  const others: DeadLetter[] = [];
  for await (const batch of queue.receiveAll()) {
    for (const message of batch) {
      if (wanted.has(message.id)) selected.set(message.id, message);
      else others.push(message);
    }
    if (selected.size === wanted.size) break;
  }

  await queue.release(others);
  const missing = [...wanted].find((id) => !selected.has(id));
  if (missing !== undefined) {
    await queue.release([...selected.values()]);
    throw serviceError('not_found', { kind: 'message', id: missing });
  }

  const results: Result[] = [];
  for (const message of selected.values()) results.push(await action(message));
  return results;
}

const Key = z.looseObject({ pk: z.string(), sk: z.string() });

/**
 * The attributes that are shown, with a dot before a member of a map. Other attributes can contain
 * encrypted tokens, email addresses and links with a secret.
 */
const shownAttributes = [
  'id',
  'type',
  'reason',
  'remote_connection_id',
  'created_datetime',
  'mail.template',
  'continuation.id',
  'continuation.step',
  'consumer',
  'sequence_number',
] as const;

const emptyDescription = { kind: null, user_id: null, details: [] };

/**
 * Describes a message without its secrets and addresses. All members of the description are null or
 * empty if the body is damaged.
 */
export function describeMessage(body: string): Row {
  const parsed = Key.safeParse(tryParseJson(body));
  if (!parsed.success) return emptyDescription;

  const { pk, sk, ...attributes } = parsed.data;
  return { kind: getKind(sk), user_id: findUserId(pk), details: listDetails(attributes) };
}

/** Returns the kind of item that a sort key names, e.g. `REMOTE_CONNECTION`. */
export function getKind(sk: string): string {
  const [kind = ''] = sk.split('#');
  return kind;
}

function findUserId(pk: string): string | null {
  return pk.startsWith('USER#') ? pk.slice('USER#'.length) : null;
}

/** Lists the shown attributes that a message has, e.g. `type=polar`. */
function listDetails(attributes: object): string[] {
  return shownAttributes.flatMap((path) => {
    const value = findMember(attributes, path.split('.'));
    const isScalar = typeof value === 'string' || typeof value === 'number';
    return isScalar ? [`${path}=${value}`] : [];
  });
}

/** Finds the value at a path of names, or undefined if there is none. */
function findMember(value: unknown, [name, ...path]: readonly string[]): unknown {
  if (name === undefined) return value;
  const members: Readonly<Record<string, unknown>> = Object(value);
  return findMember(members[name], path);
}
