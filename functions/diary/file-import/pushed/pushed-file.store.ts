import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { equals, isNew, unchangedSince } from '#shared/table/condition.ts';
import { deleteEach } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { FetchedFiles } from './fetched-files.ts';
import { pushedFileKeys } from './pushed-file.keys.ts';
import {
  idSeparator,
  type PushedCounts,
  type PushedFile,
  type PushedInbox,
  toPushedId,
} from './pushed-file.ts';

type StoredFile = PushedFile & Key;

/** What files of a connection need to know of it. */
export interface ConnectedAccount {
  id: string;
  type: string;
  /** The id of the account at the provider. */
  remote_id: string;
}

/** Finds files in the order of their ids. One that is not known is undefined. */
export function findFiles(
  table: Table<'getEach'>,
  user_id: string,
  ids: readonly string[],
): Promise<(StoredFile | undefined)[]> {
  return table.getEach<StoredFile>(
    ids.map((id) => pushedFileKeys.pushedFile(user_id, id)),
  );
}

/** Finds a file, and the inbox that has taken it. */
export async function findWithInbox(
  table: Table<'getEach'>,
  user_id: string,
  id: string,
): Promise<{ pushed: StoredFile | undefined; inbox: PushedInbox | undefined }> {
  const [inbox_id = ''] = id.split(idSeparator);
  const [pushed, inbox] = await table.getEach([
    pushedFileKeys.pushedFile(user_id, id),
    originKeys.inbox(user_id, inbox_id),
  ]);
  return {
    pushed: pushed as StoredFile | undefined,
    inbox: inbox as PushedInbox | undefined,
  };
}

/** Stores a file, of which the table's stream makes a message, unless another request just has. */
export async function create(
  table: Table<'put'>,
  user_id: string,
  file: PushedFile,
  known: StoredFile | undefined,
): Promise<void> {
  const item = { ...pushedFileKeys.pushedFile(user_id, file.id), ...file };
  await table.put(item, known ? unchangedSince(known) : isNew);
}

/** Returns the change that stores files of a connection, of which the stream makes a message. */
export function toFetchedPut(user_id: string, files: FetchedFiles) {
  const key = pushedFileKeys.pushedFile(user_id, files.id);
  return { put: { ...key, ...files }, condition: isNew };
}

/** Finds files of a connection, with the connection and its person. */
export async function findFetched(
  table: Table<'getEach'>,
  user_id: string,
  { id, remote_connection_id }: Pick<FetchedFiles, 'id' | 'remote_connection_id'>,
) {
  const [files, connection, profile] = await table.getEach([
    pushedFileKeys.pushedFile(user_id, id),
    originKeys.remoteConnection(user_id, remote_connection_id),
    identityKeys.user(user_id),
  ]);
  return {
    files: files as FetchedFiles | undefined,
    connection: connection as ConnectedAccount | undefined,
    profile: profile as UserProfile | undefined,
  };
}

/** Deletes the item of files of a connection that are read. */
export async function deleteFetched(
  table: Table<'delete'>,
  user_id: string,
  { id }: Pick<FetchedFiles, 'id'>,
): Promise<void> {
  await table.delete(pushedFileKeys.pushedFile(user_id, id), {});
}

/** Returns the check that a file is not read yet, and that its user is not erased. */
export function toQueuedCheck(user_id: string, id: string) {
  const check = pushedFileKeys.pushedFile(user_id, id);
  return { check, condition: { state: equals('queued') } };
}

/** Stores what became of a file, unless another run has. */
export async function finishFile(
  table: Table<'update'>,
  user_id: string,
  { id, ...end }: Pick<PushedFile, 'id' | 'state'> & PushedCounts,
): Promise<void> {
  const key = pushedFileKeys.pushedFile(user_id, id);
  const change = { set: end, remove: ['continuation'] };
  await table.updateWithoutReturnValues(key, change, { state: equals('queued') });
}

/**
 * Forgets what an inbox has taken, so that it can be sent again and what is not read yet is not
 * stored. Returns how many files that were.
 */
export async function forgetFiles(
  table: Table<'query' | 'delete' | 'transact'>,
  user_id: string,
  inbox_id: string,
): Promise<number> {
  const { pk, prefix } = pushedFileKeys.pushedFiles(user_id);
  const ofInbox = { pk, prefix: toPushedId(`${prefix}${inbox_id}`, '') };
  const files = await table.query<StoredFile>(ofInbox);
  await deleteEach(table, files);
  return files.length;
}

/** Requests again that the files of a user are read that are not. */
export async function requestQueued(
  table: Table<'query' | 'update'>,
  user_id: string,
  now: Date,
): Promise<void> {
  const all = await table.query<StoredFile>(pushedFileKeys.pushedFiles(user_id));
  for (const { pk, sk, id, state } of all) {
    if (state !== 'queued') continue;
    // The stream has no record of a write that changes nothing.
    const set = { continuation: { id }, requested_datetime: now.toISOString() };
    const condition = { state: equals('queued') };
    await table.updateWithoutReturnValues({ pk, sk }, { set }, condition);
  }
}
