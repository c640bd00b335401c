import type { SyncDeps } from '#functions/connections/sync/open-sync.ts';
import { runSync, type SyncOutcome } from '#functions/connections/sync/run-sync.ts';
import { openImportStores } from '#kit/file-imports.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { type ProviderType, providerTypes } from './provider-account.ts';
import type { ImportedDiary } from './provider-diary.ts';

/** Sets our OAuth client of each provider. */
export async function setClients(): Promise<void> {
  for (const type of providerTypes) await setTestClient(getTestClient(type));
}

/** A message that requests a sync. */
export interface SyncMessage {
  type: ProviderType;
  /** The workout that a webhook reports. */
  workout_id?: string | undefined;
  /** Whether the webhook reports its deletion. */
  isDeleted?: boolean;
}

/** The calls that a process makes: to the store, and to a provider. */
export type Calls = Pick<SyncDeps, 'table'> & { send: OutgoingCall };

/**
 * Synchronizes an account. Returns undefined if the sync threw an error, as an ended process does.
 */
export async function sync(
  { accounts, connectionIds, user_id, clock }: ImportedDiary,
  { type, workout_id, isDeleted = false }: SyncMessage,
  calls: Partial<Calls> = {},
): Promise<SyncOutcome | undefined> {
  const send = calls.send ?? accounts[type].send;
  const deps = {
    table: calls.table ?? table(),
    dataKeys: openDataKeys(),
    files: openImportStores().files,
    getSend: () => send,
    getNow: () => new Date(clock.now),
    mainUrl: 'https://api.example.com',
  };
  const remote_connection_id = connectionIds[type];
  // Webhooks of Whoop name the workout, those of Google Health only the account.
  const namesWorkout = type === 'whoop' && workout_id !== undefined;
  const request = namesWorkout ? { workout_id, workout_deleted: isDeleted } : {};
  try {
    return await runSync(deps, user_id, {
      remote_connection_id,
      reason: 'continued',
      ...request,
    });
  } catch {
    return undefined;
  } finally {
    accounts[type].failNext([]);
  }
}

/** Lets an account recover from faults: synchronizes it, after connecting it again if necessary. */
export async function settleAccount(
  diary: ImportedDiary,
  type: ProviderType,
): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    diary.clock.now += 3_600_000;
    const ended = await sync(diary, { type });
    if (ended?.outcome === 'synchronized') return;
    await diary.connect(type);
  }
  throw new Error(`The account at ${type} cannot be synchronized.`);
}
