import { toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { keyLifetime } from './bounds.ts';

/** What an idempotency key stands for. */
interface Claim {
  /** Of the entries that came with the key, in a form that does not depend on how they were written. */
  digest: string;
  /** The id of their batch. */
  batch: string;
  expires_at: number;
  ttl: number;
}

/** JSON with the members of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/**
 * The id of the batch that a key stands for, a new one at its first use; undefined where it came with other entries
 * before. Each application has its own keys.
 */
export async function claim(
  table: Table<'put'>,
  { user_id, client_id }: { user_id: string; client_id: string },
  key: string,
  entries: readonly unknown[],
  now: Date,
): Promise<string | undefined> {
  const at = epochSeconds(now);
  const digest = toDigest(canonical(entries));
  const expires_at = at + keyLifetime;
  const claimed = { digest, batch: newId(now), expires_at, ttl: expires_at };
  const outcome = await table.put<Claim>(
    { ...keys.idempotencyKey(user_id, toDigest(`${client_id} ${key}`)), ...claimed },
    { expires_at: belowOrAbsent(at) },
  );
  if (outcome.done) return claimed.batch;
  return outcome.existing?.digest === digest ? outcome.existing.batch : undefined;
}
