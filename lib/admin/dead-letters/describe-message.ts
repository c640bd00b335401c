import * as z from 'zod/mini';
import type { Row } from '../command.ts';

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
  const parsed = Key.safeParse(parseJson(body));
  if (!parsed.success) return emptyDescription;

  const { pk, sk, ...attributes } = parsed.data;
  return { kind: getKind(sk), user_id: findUserId(pk), details: listDetails(attributes) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the kind of item that a sort key names, e.g. `REMOTE_CONNECTION`. */
function getKind(sk: string): string {
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
