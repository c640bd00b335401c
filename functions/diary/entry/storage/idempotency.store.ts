import { toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { idempotencyKeyLifetime } from '../bounds.ts';

/** An idempotency key, as a client sent it for a user. */
export interface IdempotencyKey {
  user_id: string;
  client_id: string;
  key: string;
}

/** What an idempotency key is bound to. */
interface Claim {
  /** Digest of the canonical JSON of the entries sent with the key. */
  digest: string;
  /** The id of the batch of these entries. */
  batch: string;
  expires_at: number;
  ttl: number;
}

/**
 * Claims an idempotency key for entries. Returns the id of their batch, the same for each retry.
 * Returns undefined if the key was used with other entries. Each client has its own keys.
 */
export async function claim(
  table: Table<'put'>,
  { user_id, client_id, key }: IdempotencyKey,
  entries: readonly unknown[],
  now: Date,
): Promise<string | undefined> {
  const nowInSeconds = epochSeconds(now);
  const expires_at = nowInSeconds + idempotencyKeyLifetime;
  const digest = toDigest(toCanonicalJson(entries));
  const claimed = { digest, batch: newId(now), expires_at, ttl: expires_at };
  const itemKey = keys.idempotencyKey(user_id, toDigest(`${client_id} ${key}`));

  const outcome = await table.put<Claim>(
    { ...itemKey, ...claimed },
    { expires_at: belowOrAbsent(nowInSeconds) },
  );
  if (outcome.done) return claimed.batch;
  return outcome.existing?.digest === digest ? outcome.existing.batch : undefined;
}

/** Returns JSON in which the members of every object are sorted by name. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    const isObject =
      typeof member === 'object' && member !== null && !Array.isArray(member);
    return isObject ? sortMembers(member) : member;
  });
}

function sortMembers(object: object): object {
  const members = Object.entries(object);
  members.sort(([name], [otherName]) => (name < otherName ? -1 : 1));
  return Object.fromEntries(members);
}
