import * as z from 'zod/mini';
import type { Row } from '../command.ts';

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
 * The attributes of a message that are shown, with a dot before a member of a map. All others stay
 * hidden: messages have envelopes of tokens, addresses of mail and links to continue with.
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

const nothingKnown = { kind: null, event_name: null, user_id: null, details: [] };

/** Describes the body of a message by what may be shown. A damaged body has no description. */
export function describeMessage(body: string): Row {
  const parsed = Message.safeParse(parseJson(body));
  if (!parsed.success) return nothingKnown;

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

function findScalar(
  image: ItemAttributes,
  [name = '', ...rest]: readonly string[],
): string | undefined {
  const attribute = image[name];
  if (rest.length > 0) {
    const map = MapAttribute.safeParse(attribute);
    return map.success ? findScalar(map.data.M, rest) : undefined;
  }

  const scalar = Scalar.safeParse(attribute);
  if (!scalar.success) return undefined;
  return 'S' in scalar.data ? scalar.data.S : scalar.data.N;
}
