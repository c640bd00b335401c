import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { hasResumed, type Processing } from '#functions/auth/identity/processing.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Key } from '#shared/table/keys.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import type { ImportJob } from '../file-import.ts';
import type { FetchedFiles } from '../pushed/fetched-files.ts';
import { pushedFileKeys } from '../pushed/pushed-file.keys.ts';
import type { PushedFile } from '../pushed/pushed-file.ts';

const profileKey = identityKeys.user('');

/** The written item of an import, with the members that tell whether it requests a run. */
type RequestedJob = Key &
  Pick<ImportJob, 'id' | 'step' | 'continuation' | 'state' | 'is_export'>;

/** Returns whether the function for exports runs an import. It does not undo it. */
export function isForExports({
  state,
  is_export = false,
}: Pick<ImportJob, 'state' | 'is_export'>): boolean {
  return is_export && state !== 'undoing';
}

/** Returns the message to run an import of files, if this write of its item requests that. */
function toFilesMessage(job: RequestedJob) {
  return isForExports(job) ? undefined : toRunMessage(job);
}

/** Returns the message to run an import of an export, if this write of its item requests that. */
export function toExportMessage(job: RequestedJob) {
  return isForExports(job) ? toRunMessage(job) : undefined;
}

function toRunMessage({ pk, sk, id, step, continuation }: RequestedJob) {
  return continuation && { pk, sk, id, step };
}

type RequestedFile = Key &
  Pick<PushedFile, 'id' | 'received_datetime' | 'continuation'> &
  Partial<Pick<FetchedFiles, 'remote_connection_id'>>;
type Profile = Key & Processing;

/**
 * Returns the message to continue the imports of a user, if this write has lifted the restriction
 * of processing.
 */
function toResumeMessage(profile: Profile, before?: Partial<Profile>) {
  const { pk, sk } = profile;
  return hasResumed(profile, before) ? { pk, sk, reason: 'resumed' as const } : undefined;
}

/**
 * Returns the message to read a file that an inbox has taken, or files that a sync has fetched, if
 * this write requests that.
 */
function toPushedMessage(file: RequestedFile) {
  const { pk, sk, id, continuation, remote_connection_id } = file;
  if (!continuation) return undefined;
  const origin = compact({ remote_connection_id });
  return { pk, sk, id, reason: 'pushed' as const, ...origin };
}

/** Returns the message that the write of an item requests. */
function toMessage(
  item: RequestedJob | RequestedFile | Profile,
  before?: RequestedJob | RequestedFile | Profile,
) {
  if ('step' in item) return toFilesMessage(item);
  if ('received_datetime' in item) return toPushedMessage(item);
  return toResumeMessage(item, before as Profile);
}

export default defineConsumer({
  name: 'FileImport',
  summary: 'Import the workouts of files',
  rule: {
    on: 'write',
    prefixes: [
      fileImportKeys.importJobs('').prefix,
      pushedFileKeys.pushedFiles('').prefix,
      profileKey.sk,
    ],
    toMessage,
  },
  // No import has this id, so the example imports nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    step: 1,
    state: 'queued',
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
