import * as z from 'zod/mini';
import type { Row } from '../command.ts';

// Attributes in DynamoDB JSON, e.g. `{ "S": "text" }`, `{ "N": "3" }` and `{ "M": {} }`.
const Text = z.object({ S: z.string() });
const Scalar = z.union([Text, z.object({ N: z.string() })]);
const Attributes = z.record(z.string(), z.unknown());
const MapAttribute = z.object({ M: Attributes });

const Message = z.object({
  eventName: z.optional(z.enum(['INSERT', 'MODIFY', 'REMOVE'])),
  dynamodb: z.object({
    Keys: z.object({ pk: Text, sk: Text }),
    OldImage: z.optional(Attributes),
    NewImage: z.optional(Attributes),
  }),
});

type ItemAttributes = z.infer<typeof Attributes>;

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
] as const;

const emptyDescription = { kind: null, event_name: null, user_id: null, details: [] };

/**
 * Describes a message without its secrets and addresses. All members of the description are null or
 * empty if the body is damaged.
 */
export function describeMessage(body: string): Row {
  const parsed = Message.safeParse(parseJson(body));
  if (!parsed.success) return emptyDescription;

  const { eventName, dynamodb } = parsed.data;
  const { pk, sk } = dynamodb.Keys;
  const image = dynamodb.NewImage ?? dynamodb.OldImage ?? {};
  return {
    kind: getKind(sk.S),
    event_name: eventName ?? null,
    user_id: findUserId(pk.S),
    details: listDetails(image),
  };
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

/** Lists the shown attributes that the item has, e.g. `type=polar`. */
function listDetails(image: ItemAttributes): string[] {
  return shownAttributes.flatMap((path) => {
    const value = findScalar(image, path.split('.'));
    return value === undefined ? [] : [`${path}=${value}`];
  });
}

/**
 * Finds the string or number at a path of attribute names. Returns undefined if the item has no
 * such attribute.
 */
function findScalar(
  image: ItemAttributes,
  [name = '', ...memberPath]: readonly string[],
): string | undefined {
  const attribute = image[name];
  if (memberPath.length > 0) {
    const map = MapAttribute.safeParse(attribute);
    return map.success ? findScalar(map.data.M, memberPath) : undefined;
  }

  const scalar = Scalar.safeParse(attribute);
  if (!scalar.success) return undefined;
  return 'S' in scalar.data ? scalar.data.S : scalar.data.N;
}
