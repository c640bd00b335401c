import { deriveSecret, matchesDigest } from '#shared/auth/secrets.ts';
import type { Token } from '#shared/auth/tokens.ts';
import { name, shownToOthers } from '#shared/contract/schema.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { MessageNumbers } from './message-numbers.ts';
import type { InboxApp, Push } from './readers/push.ts';

/** The limits of the inboxes of a person. */
export const inboxLimits = {
  /** Those that a person can have, with revoked ones whose values are there. */
  inboxes: 20,
  /** The latest deliveries that are shown. */
  deliveries: 20,
  /**
   * The bytes of the deletions that are remembered, against messages that arrive late: those with
   * numbers, and as many by time. So about 1,200 of each, and the item is far below 400 KB.
   */
  deletionBytes: 64 * 1024,
} as const;

/** A message without news is noted only if none was for so long, in milliseconds. */
const quietMs = 3_600_000;

export const InboxName = shownToOthers(name(50));

/** A message that an inbox has taken. */
export interface Delivery {
  received_datetime: string;
  app: InboxApp;
  stored: number;
  unchanged: number;
  ignored: number;
  deleted?: number;
  /** The digests of files that are read later. Their items say what became of them. */
  files?: readonly string[];
  /** What is not kept, with its counts. */
  unread?: Readonly<Record<string, number>>;
}

/** An address of a person that takes what a phone or an app sends. It reads nothing. */
export interface Inbox {
  id: string;
  name: string;
  /** The app for which it was made. It takes the messages of all. */
  app: InboxApp;
  created_datetime: string;
  /** The digest of its secret. Absent once it is revoked. */
  secret_digest?: string;
  revoked_datetime?: string;
  /** If the app signs its messages: what makes the key of the signature of the secret. */
  signing_salt?: string;
  /** Its data source, which is created with the first value or workout. Its device is the app. */
  data_source_id?: string;
  /** The latest first. */
  deliveries: readonly Delivery[];
  /** The messages that it has taken, if the app numbers them. */
  numbers?: MessageNumbers;
  /**
   * The ids of values that the app has deleted, each with the number of the message that deleted
   * it: an earlier message that arrives late does not bring it back.
   */
  deleted_ids?: Readonly<Record<string, number>>;
  /** Those that messages without a number have deleted, each with the time of its receipt. */
  deleted_at?: Readonly<Record<string, number>>;
}

/** Returns whether a secret opens an inbox. */
export function opensInbox(inbox: Inbox | undefined, { secret }: Token): inbox is Inbox {
  return inbox !== undefined && matchesDigest(secret, inbox.secret_digest);
}

/**
 * Returns the key with which the app signs, which the person enters in the app. Neither the secret
 * in an address nor the table alone tells it.
 */
export function deriveSigningKey(secret: string, salt: string): string {
  return deriveSecret(secret, salt, 'inbox signature');
}

/** What became of a message. */
export type PushOutcome = Pick<
  Delivery,
  'stored' | 'unchanged' | 'ignored' | 'deleted' | 'files'
>;

/**
 * Returns the delivery of a message, or undefined if it is a repeat of which none is due. What is
 * not kept is news if no delivery names it.
 */
export function toDelivery(
  { deliveries }: Pick<Inbox, 'deliveries'>,
  { app, unread }: Pick<Push, 'app' | 'unread'>,
  outcome: PushOutcome,
  now: Date,
): Delivery | undefined {
  const { stored, deleted = 0, files = [] } = outcome;
  const [last] = deliveries;
  const hasNews = [...unread.keys()].some((name) =>
    deliveries.every((noted) => !Object.hasOwn(noted.unread ?? {}, name)),
  );
  const isRepeat = stored === 0 && deleted === 0 && files.length === 0 && !hasNews;
  const age = last ? now.getTime() - Date.parse(last.received_datetime) : quietMs;
  if (isRepeat && age < quietMs) return undefined;
  return {
    received_datetime: now.toISOString(),
    app,
    ...outcome,
    ...compact({ unread: unread.size > 0 ? Object.fromEntries(unread) : undefined }),
  };
}

/** Returns the deliveries of an inbox with one more. */
export function addDelivery(deliveries: readonly Delivery[], delivery: Delivery) {
  return [delivery, ...deliveries].slice(0, inboxLimits.deliveries);
}

/**
 * Returns the ids of deleted values with those of a message, the latest of them. `order` is the
 * number of the message, or the time of its receipt.
 */
export function addDeletions(
  deleted: Readonly<Record<string, number>> = {},
  ids: readonly string[],
  order: number,
): Readonly<Record<string, number>> {
  const all = new Map(Object.entries(deleted));
  for (const id of ids) all.set(id, Math.max(order, all.get(id) ?? order));
  const latestFirst = [...all].sort(([, one], [, other]) => other - one);
  let bytes = 0;
  const kept = latestFirst.filter(([id]) => {
    bytes += Buffer.byteLength(id) + markBytes;
    return bytes <= inboxLimits.deletionBytes;
  });
  return Object.fromEntries(kept);
}

/** About the bytes that DynamoDB counts for a mark beside its id. */
const markBytes = 12;
