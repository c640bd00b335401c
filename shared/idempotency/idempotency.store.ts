import { toCanonicalJson, toDigest } from '../auth/secrets.ts';
import { compact } from '../runtime/compact.ts';
import { newId } from '../runtime/ids.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { belowOrAbsent, exists } from '../table/condition.ts';
import type {
  FailedChange,
  Table,
  TransactionChange,
  TransactionResult,
} from '../table/table.ts';
import { meetsConditions } from '../table/writes.ts';
import { idempotencyKeys } from './idempotency.keys.ts';
import { idempotencyKeyLifetime } from './idempotency-key.ts';

/** An idempotency key, as a client sent it for a user. */
export interface IdempotencyKey {
  user_id: string;
  client_id: string;
  key: string;
  /** The kind of what is created, as in `data_source`. */
  resource: string;
}

/** The item of an idempotency key. */
interface KeyRecord {
  /** Digest of the canonical JSON of the body sent with the key. */
  digest: string;
  /** The id that the first request with the key created. */
  id: string;
  /** Epoch seconds. */
  expires_at: number;
  /** Epoch seconds. */
  ttl: number;
  /** When it was created, if the creation has noted that, as that of an import does. */
  created_datetime?: string;
}

/** The id that an idempotency key is bound to. */
export interface Claim {
  /** The id to create, the same for each retry. */
  id: string;
  /** Whether an earlier request had the key. It may have created nothing. */
  isRepeated: boolean;
  /** When it was created, if that was noted. It may be gone since. */
  created_datetime?: string;
}

/** A request that creates something, with its idempotency key if it has one. */
export type CreationRequest = Omit<IdempotencyKey, 'key'> & { key: string | undefined };

/** The table of a creation that makes these changes. */
type CreationTable<Change> = Table<'put'> & {
  transact: (changes: readonly Change[]) => Promise<TransactionResult>;
};

/**
 * The outcome of a request, or of an earlier one with the same key and body. `key_reused` means
 * that the key was used with another body, `refused` that the changes failed.
 */
export type Creation =
  | { outcome: 'created' | 'replayed'; id: string }
  | { outcome: 'key_reused' }
  | { outcome: 'refused'; failures: readonly FailedChange[] };

/**
 * Creates something with a new id, once for each idempotency key: the record of the key is written
 * in the same transaction. So a key belongs to what it created, and a request that creates nothing
 * does not use it up. Without a key, a single put needs no transaction. Throws `item_too_large` if
 * the table refuses the changes for their size.
 */
export async function createOnce<Change extends TransactionChange<'put' | 'update'>>(
  table: CreationTable<NoInfer<Change> | TransactionChange<'put'>>,
  { key, body, now, ...scope }: CreationRequest & { body: unknown; now: Date },
  toChanges: (id: string) => readonly Change[],
): Promise<Creation> {
  const id = newId(now);
  const changes = toChanges(id);
  if (key === undefined) {
    const result = await write(table, changes);
    return meetsConditions(result)
      ? { outcome: 'created', id }
      : { outcome: 'refused', failures: result.failures };
  }

  const record = buildRecord({ ...scope, key }, body, id, now);
  const result = await table.transact([...changes, record]);
  if (meetsConditions(result)) return { outcome: 'created', id };

  const isOfRecord = ({ index }: FailedChange) => index === changes.length;
  const existing = result.failures.find(isOfRecord)?.existing as KeyRecord | undefined;
  if (!existing) return { outcome: 'refused', failures: result.failures };
  return existing.digest === record.put.digest
    ? { outcome: 'replayed', id: existing.id }
    : { outcome: 'key_reused' };
}

/** Makes changes, a single put without a transaction. */
async function write<Change extends TransactionChange<'put' | 'update'>>(
  table: CreationTable<Change>,
  changes: readonly Change[],
): Promise<TransactionResult> {
  const [first, ...others] = changes;
  if (!first || !('put' in first) || others.length > 0) return table.transact(changes);

  const result = await table.put(first.put, first.condition);
  if (result.done) return { done: true };
  const { existing } = result;
  return { done: false, failures: [{ index: 0, cause: 'condition', existing }] };
}

/**
 * Returns the id for the item that a request creates: a new id, or the id of the first request with
 * the same key, claimed by one conditional write. Returns undefined if the key was used with
 * another body. Each client has its own keys for each resource.
 */
export async function claimId(
  table: Table<'put'>,
  { key, ...scope }: CreationRequest,
  body: unknown,
  now: Date,
): Promise<Claim | undefined> {
  const id = newId(now);
  if (key === undefined) return { id, isRepeated: false };
  const { put, condition } = buildRecord({ ...scope, key }, body, id, now);
  const outcome = await table.put<KeyRecord>(put, condition);
  if (outcome.done) return { id, isRepeated: false };
  if (outcome.existing?.digest !== put.digest) return undefined;
  const { id: firstId, created_datetime } = outcome.existing;
  return { id: firstId, isRepeated: true, ...compact({ created_datetime }) };
}

/**
 * Returns the change that notes with a claimed key that its id was created, for the transaction
 * that does so. A retry learns it from the claim, even if what was created is gone.
 */
export function toCreationNote(
  { key, ...scope }: CreationRequest,
  now: Date,
): TransactionChange<'update'>[] {
  if (key === undefined) return [];
  const change = { set: { created_datetime: now.toISOString() } };
  return [{ update: toRecordKey({ ...scope, key }), change, condition: exists }];
}

/**
 * Returns the change that binds a key to a body and an id. It fails if the key is bound already. An
 * expired record can stay in the table for days before it is deleted.
 */
function buildRecord(key: IdempotencyKey, body: unknown, id: string, now: Date) {
  const nowInSeconds = toEpochSeconds(now);
  const expires_at = nowInSeconds + idempotencyKeyLifetime;
  const digest = toDigest(toCanonicalJson(body));
  const record: KeyRecord = { digest, id, expires_at, ttl: expires_at };
  return {
    put: { ...toRecordKey(key), ...record },
    condition: { expires_at: belowOrAbsent(nowInSeconds) },
  };
}

function toRecordKey({ user_id, client_id, resource, key }: IdempotencyKey) {
  // No header value contains a line break.
  const scopedKey = [client_id, resource, key].join('\n');
  return idempotencyKeys.idempotencyKey(user_id, toDigest(scopedKey));
}
