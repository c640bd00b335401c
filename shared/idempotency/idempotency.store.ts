import { toDigest } from '../auth/secrets.ts';
import { toCanonicalJson } from '../runtime/canonical-json.ts';
import { newId } from '../runtime/ids.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { belowOrAbsent } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { idempotencyKeyLifetime } from './idempotency-key.ts';

/** An idempotency key, as a client sent it for a user. */
export interface IdempotencyKey {
  user_id: string;
  client_id: string;
  key: string;
  /** What is created, as in `data_source`. */
  resource: string;
}

/** The item of an idempotency key. */
interface StoredClaim {
  /** Digest of the canonical JSON of the body sent with the key. */
  digest: string;
  /** The id that the first request with the key created. */
  id: string;
  /** Epoch seconds. */
  expires_at: number;
  /** Epoch seconds. */
  ttl: number;
}

/** What an idempotency key is bound to. */
export interface Claim {
  /** The id to create, the same for each retry. */
  id: string;
  /** Whether an earlier request had the key. */
  isReplayed: boolean;
}

/** A request that creates something, with its idempotency key if it has one. */
export type CreationRequest = Omit<IdempotencyKey, 'key'> & { key: string | undefined };

/**
 * Returns the id for the item that a request creates: a new id, or the id of the first request with
 * the same key. Returns undefined if the key was used with another body.
 */
export async function claimId(
  table: Table<'put'>,
  { key, ...scope }: CreationRequest,
  body: unknown,
  now: Date,
): Promise<Claim | undefined> {
  if (key === undefined) return { id: newId(now), isReplayed: false };
  return claim(table, { ...scope, key }, body, now);
}

/**
 * Claims an idempotency key for a body, in one conditional write. Returns undefined if the key was
 * used with another body. Each client has its own keys for each resource.
 */
export async function claim(
  table: Table<'put'>,
  key: IdempotencyKey,
  body: unknown,
  now: Date,
): Promise<Claim | undefined> {
  const nowInSeconds = toEpochSeconds(now);
  const expires_at = nowInSeconds + idempotencyKeyLifetime;
  const digest = toDigest(toCanonicalJson(body));
  const claimed = { digest, id: newId(now), expires_at, ttl: expires_at };
  const itemKey = keys.idempotencyKey(key.user_id, toDigest(toScopedKey(key)));

  // An expired item can stay in the table for days before it is deleted.
  const outcome = await table.put<StoredClaim>(
    { ...itemKey, ...claimed },
    { expires_at: belowOrAbsent(nowInSeconds) },
  );
  if (outcome.done) return { id: claimed.id, isReplayed: false };
  if (outcome.existing?.digest !== digest) return undefined;
  return { id: outcome.existing.id, isReplayed: true };
}

/** Returns the key with its client and resource. No header value contains a line break. */
function toScopedKey({ client_id, resource, key }: IdempotencyKey): string {
  return [client_id, resource, key].join('\n');
}
