import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { Table } from '#shared/table/table.ts';
import type { ImportJob } from '../file-import.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import { openObjectSource } from './file-source.ts';
import { type ListedFile, listFiles } from './list-files.ts';

/** Where an import and its file are. */
interface ImportStores {
  table: Table<'get'>;
  files: Objects<'read'>;
}

/**
 * Lists the files of an import that are not processed yet, each decoded. Returns undefined if the
 * file of the import is gone.
 */
export async function listImport(
  { table, files }: ImportStores,
  user_id: string,
  job: ImportJob,
): Promise<AsyncIterable<ListedFile> | undefined> {
  const key = toImportFileKey(user_id, job);
  const source = await openObjectSource(files, key, job.etag);
  if (!source) return undefined;

  const profile = await identities.findProfile(table, user_id);
  const { file_name, has_several_files = false, cursor, timezone: requestedZone } = job;
  const { answers } = job;
  const zones = { timeZone: profile?.time_zone ?? 'UTC', requestedZone };
  const options = { ...zones, from: cursor, isBundle: has_several_files, answers };
  return listFiles(source, file_name, options);
}
