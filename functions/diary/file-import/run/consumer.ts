import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import type { ImportJob } from '../file-import.ts';

const profileKey = identityKeys.user('');

type RequestedJob = Pick<ImportJob, 'id' | 'step' | 'continuation'> & Key;
type Profile = Pick<UserProfile, 'restricted_datetime' | 'resumed_datetime'> & Key;

/** Returns the message to run an import, if this write of its item has requested that. */
function toRunMessage({ pk, sk, id, step, continuation }: RequestedJob) {
  return continuation ? { pk, sk, id, step } : undefined;
}

/**
 * Returns the message to continue the imports of a user, if this write has lifted the restriction
 * of processing.
 */
function toResumeMessage(
  { pk, sk, restricted_datetime, resumed_datetime }: Profile,
  before?: Partial<Profile>,
) {
  const isResumed = resumed_datetime !== before?.resumed_datetime;
  if (!isResumed || restricted_datetime !== undefined) return undefined;
  return { pk, sk, reason: 'resumed' as const };
}

export default defineConsumer({
  name: 'FileImport',
  summary: 'Import the workouts of files',
  rule: {
    on: 'write',
    prefixes: [fileImportKeys.importJobs('').prefix, profileKey.sk],
    toMessage: (item: RequestedJob | Profile, before?: RequestedJob | Profile) =>
      'step' in item ? toRunMessage(item) : toResumeMessage(item, before as Profile),
  },
  // No import has this id, so the example imports nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    step: 1,
    continuation: { id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y' },
  },
  // A message returns a minute after its function has timed out.
  retryInterval: 960,
  maxAge: 21_600,
  stores: {
    table: ['get', 'getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
    imports: ['read', 'delete', 'abort'],
  },
  // A whole vCPU, because decoding takes most of the time. It uses less than 256 MB.
  memory: 1769,
  timeout: 900,
  // An archive in an archive is unpacked first.
  temporaryStorage: 1536,
});
