import type * as z from 'zod/mini';
import type { Principal } from '#shared/auth/principal.ts';
import type { Failures } from '#shared/errors/errors.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { stripNulls } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import { listCapacityFailures } from '../day-capacity.ts';
import * as dayItems from '../day-item.store.ts';
import { type Batch, buildBatch } from '../day-item.ts';
import type { EntryCreation } from '../entry.ts';

/** The entries to create, and the key by which a repeated request is known. */
interface EntryRequest {
  items: z.output<typeof EntryCreation>['items'];
  key: string | undefined;
  now: Date;
}

/** The stored batch, or why nothing is stored. */
type CreatedEntries =
  | { outcome: 'created'; batch: Batch; isReplayed: boolean }
  | { outcome: 'key_reused' }
  | { outcome: 'refused'; failures: Failures };

/** Creates entries for a caller, all or none, and once for each key. */
export async function createEntries(
  table: Table<'put' | 'update' | 'transact'>,
  { user_id, client_id }: Pick<Principal, 'user_id' | 'client_id'>,
  { items: sent, key, now }: EntryRequest,
): Promise<CreatedEntries> {
  const items = stripNulls(sent);
  const request = { user_id, client_id, resource: 'diary', key };
  const claim = await idempotency.claimId(table, request, items, now);
  if (!claim) return { outcome: 'key_reused' };

  const batch = buildBatch(claim.id, items);
  const creation = await dayItems.createBatch({ table, user_id }, batch);
  if (creation.outcome !== 'refused') {
    // Of parallel requests, the one that stored the batch is the first, whoever claimed the key.
    // A write that was repeated after a lost response finds its own batch.
    const isFirst =
      creation.outcome === 'created' || (creation.mayBeOwn && !claim.isRepeated);
    return { outcome: 'created', batch, isReplayed: !isFirst };
  }
  const { entries } = batch;
  const hasKey = key !== undefined;
  const failures = listCapacityFailures({ entries, hasKey }, creation.exceeded);
  return { outcome: 'refused', failures };
}
