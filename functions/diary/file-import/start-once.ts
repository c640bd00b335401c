import type { Principal } from '#shared/auth/principal.ts';
import { withRetryAfter } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { readIdempotencyKey } from '#shared/idempotency/idempotency-key.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import * as jobs from './file-import.store.ts';
import type { DayLimit, Started } from './new-import.store.ts';

/** A request to start an import. */
interface StartRequest {
  caller: Principal;
  header(name: string): readonly string[];
  table: Table<'get' | 'put'>;
  now: Date;
  fail: Fail<'malformed_header' | 'idempotency_key_reused' | 'too_many_imports'>;
}

/** The id of an import to start, and what is known about an earlier start with its key. */
interface ClaimedImport extends Pick<idempotency.Claim, 'id' | 'created_datetime'> {
  /** The change that notes the start, for the transaction that stores the import. */
  note: readonly TransactionChange<'update'>[];
}

/**
 * Starts an import once for each idempotency key: a repeated request gets the import of the first.
 * `toCompared` returns what must be the same in both. `start` is called for an import that does not
 * exist, although it did if the claim has its time.
 */
export async function startOnce<Refused extends { outcome: 'running' | 'unfinished' }>(
  { caller, header, table, now, fail }: StartRequest,
  toCompared: (key: string | undefined) => unknown,
  start: (claimed: ClaimedImport) => Promise<Started | DayLimit<'too_many'> | Refused>,
): Promise<Started | Refused> {
  const key = readIdempotencyKey(header, fail);
  const scope = { ...caller, resource: 'import', key };
  const claim = await idempotency.claimId(table, scope, toCompared(key), now);
  if (!claim) throw fail('idempotency_key_reused');

  const { id, isRepeated, created_datetime } = claim;
  const earlier = isRepeated && (await jobs.find(table, caller.user_id, id, now));
  if (earlier) return { outcome: 'existing', job: earlier };
  const note = idempotency.toCreationNote(scope, now);
  const started = await start({ id, ...compact({ created_datetime }), note });
  if (started.outcome !== 'too_many') return started;
  const { seconds } = started;
  throw withRetryAfter(fail('too_many_imports', { seconds }), seconds);
}
