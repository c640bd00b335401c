import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  buildFetchedFiles,
  type FetchedFile,
  formatFetched,
} from '#functions/diary/file-import/pushed/fetched-files.ts';
import * as pushedFiles from '#functions/diary/file-import/pushed/pushed-file.store.ts';
import { toPushedKey } from '#functions/diary/file-import/pushed/pushed-file.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { callProvider, reserveCalls } from './call-provider.ts';
import { isRefused, isUnreadable } from './import-changes.ts';
import {
  addProgress,
  type FilelessWorkout,
  fail,
  isTimeUp,
  type Step,
  type Sync,
  type SyncFailure,
  succeed,
} from './steps.ts';

/** The most files that are fetched for a list, and that an object has. */
const maxFiles = { list: 60, batch: 30 } as const;

/** The bytes of files after which an object gets no further one. */
const maxBatchBytes = 8 * 1024 * 1024;

/** The failures in a row after which a provider seems to be out of order. */
const maxFailuresInRow = 3;

/**
 * How the fetching of files has ended: all are fetched, others can follow at once, or only with a
 * later sync, because some have failed or a limit of the provider is reached.
 */
export type FilesEnd = 'done' | 'more' | 'later';

/**
 * Fetches the files of the listed workouts whose records say that they have none, for the importer,
 * which has the decoders. Those that a failure leaves are found by the next list that has them.
 * However long the sync has taken, one file at least is fetched: a further sync takes as long.
 */
export async function fetchFiles(begun: Sync): Promise<Step<FilesEnd>> {
  if (!begun.provider.fetchFile) return succeed(begun, 'done');
  let sync: Sync = { ...begun, fileless: putFailedLast(begun.fileless) };
  let count = 0;
  let hasFailed = false;
  while (sync.fileless.length > 0) {
    if (count >= maxFiles.list || (count > 0 && isTimeUp(sync)))
      return succeed(sync, 'more');
    const { batch, ...fetched } = await fetchBatch(sync);
    const saved = await saveBatch(fetched.sync, batch);
    if (!saved.ok) return saved;
    sync = saved.sync;
    if (batch.stopped || !saved.value) return succeed(sync, 'later');
    count += batch.tried;
    hasFailed ||= batch.others.some(isFailed);
  }
  return succeed(sync, hasFailed ? 'later' : 'done');
}

/** Those that fail again do not keep the others from being fetched. */
function putFailedLast(fileless: readonly FilelessWorkout[]): FilelessWorkout[] {
  const first = fileless.filter((each) => !isFailed(each));
  return [...first, ...fileless.filter(isFailed)];
}

function isFailed({ facts }: FilelessWorkout): boolean {
  return facts.file_state === 'failed';
}

interface NotedWorkout extends FilelessWorkout {
  facts: Required<records.FileFacts>;
}

/** Files that were fetched, and what became of others. */
interface FileBatch {
  files: readonly FetchedFile[];
  /** The workouts without a file, or whose file failed, with what is known now. */
  others: readonly NotedWorkout[];
  /** How many were tried, from the first on. */
  tried: number;
  /** Whether nothing else is to be requested now. */
  stopped: boolean;
}

async function fetchBatch(begun: Sync): Promise<{ sync: Sync; batch: FileBatch }> {
  let sync = begun;
  const files: FetchedFile[] = [];
  const others: NotedWorkout[] = [];
  let bytes = 0;
  let failuresInRow = 0;
  const toBatch = (stopped: boolean) => {
    const tried = files.length + others.length;
    return { sync, batch: { files, others, tried, stopped } };
  };
  for (const [index, each] of begun.fileless.slice(0, maxFiles.batch).entries()) {
    if (bytes > maxBatchBytes || (index > 0 && isTimeUp(sync))) break;
    const expected = Math.min(begun.fileless.length, maxFiles.batch) - index;
    const fetched = await fetchFile(await reserveCalls(sync, expected), each);
    sync = fetched.sync;
    if (fetched.ok && fetched.value.length > 0) {
      files.push({ ...each, bytes: fetched.value });
      bytes += fetched.value.length;
      failuresInRow = 0;
      continue;
    }
    const facts = fetched.ok ? noFile(sync) : toFacts(sync, each, fetched.error);
    if (!facts) return toBatch(true);
    others.push({ ...each, facts });
    failuresInRow = facts.file_state === 'failed' ? failuresInRow + 1 : 0;
    if (failuresInRow >= maxFailuresInRow) return toBatch(true);
  }
  return toBatch(false);
}

function fetchFile(sync: Sync, { workout }: FilelessWorkout): Promise<Step<Uint8Array>> {
  const { provider, context } = sync;
  const { fetchFile: request } = provider;
  if (!request) throw new Error('The provider has no files.');
  return callProvider(sync, (account) => request(context, account, workout.remote_id));
}

function noFile({ getNow }: Sync) {
  return { file_state: 'none', file_at: toEpochSeconds(getNow()) } as const;
}

/** The failures that say that a workout has no file, or none that can be read. */
const withoutFile: readonly SyncFailure['kind'][] = [
  'not_found',
  'rejected',
  'malformed',
];

/** Returns what a failure says about a file. Returns undefined if it says nothing about it. */
function toFacts(sync: Sync, { facts }: FilelessWorkout, error: SyncFailure) {
  if (withoutFile.includes(error.kind)) return noFile(sync);
  const isAboutFile = isUnreadable(error) || isRefused(sync, error);
  return isAboutFile ? records.toFailedFile('request', facts, sync.getNow()) : undefined;
}

/**
 * Stores what was fetched, and notes it in the records of the workouts and in the connection.
 * Returns whether it is stored: nothing is if a workout is gone meanwhile.
 */
async function saveBatch(sync: Sync, batch: FileBatch): Promise<Step<boolean>> {
  const { table, files: bucket, ids, leaseId, connection, getNow } = sync;
  const { user_id, remote_connection_id } = ids;
  const { files, others, tried } = batch;
  if (tried === 0) return succeed(sync, true);
  const now = getNow();
  const fetched = buildFetchedFiles(remote_connection_id, now);
  if (files.length > 0) {
    const bytes = formatFetched(files, now);
    const type = 'application/octet-stream';
    await bucket.put(toPushedKey(user_id, fetched), { bytes, type });
  }
  const taken = { file_state: 'taken', file_at: toEpochSeconds(now) } as const;
  const noted = [...files.map((file) => ({ ...file, facts: taken })), ...others];
  const fileless = sync.fileless.slice(tried);
  const { fetched: earlier = 0 } = connection.sync_files ?? {};
  const sync_files = { fetched: earlier + files.length, left: fileless.length };
  const added = addProgress({ ...sync, fileless }, { sync_files });
  const changes = [
    ...(files.length > 0 ? [pushedFiles.toFetchedPut(user_id, fetched)] : []),
    ...noted.map(({ workout, facts }) => toNote(sync, workout.remote_id, facts)),
  ];
  const lease = { ids, leaseId };
  const outcome = await syncs.saveFiles(table, lease, changes, added.unsaved, now);
  if (outcome === 'lease_lost') return fail(sync, { kind: 'lease_lost' });
  if (outcome === 'changed') return succeed(sync, false);
  return succeed({ ...added, unsaved: {}, hasAdvanced: true }, true);
}

function toNote(
  { ids, connection }: Sync,
  workout_id: string,
  facts: Required<records.FileFacts>,
) {
  const { type: remote_connection_type, remote_id: account_id } = connection;
  const { user_id } = ids;
  const key = { user_id, remote_connection_type, account_id, workout_id };
  return records.toFileChange(key, facts);
}
