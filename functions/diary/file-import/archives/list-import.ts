import * as identities from '#functions/auth/identity/identity.store.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { Table } from '#shared/table/table.ts';
import { type ImportJob, mayMeasure } from '../file-import.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import type { OpenQuestion } from '../tables/table-questions.ts';
import { openObjectSource } from './file-source.ts';
import { findQuestions } from './find-questions.ts';
import { type ListedFile, listFiles } from './list-files.ts';

/** Where an import and its file are. */
interface ImportStores {
  table: Table<'get'>;
  files: Objects<'read'>;
}

/** The file of an import. */
interface OpenedImport {
  /** Finds what its tables leave open, and nobody has answered. */
  findQuestions(isTimeUp: () => boolean): Promise<OpenQuestion[]>;
  /** Lists its files that are not processed yet, each decoded. */
  list(): AsyncIterable<ListedFile>;
}

/** Opens the file of an import. Returns undefined if it is gone. */
export async function openImport(
  { table, files }: ImportStores,
  user_id: string,
  job: ImportJob,
): Promise<OpenedImport | undefined> {
  const key = toImportFileKey(user_id, job);
  const source = await openObjectSource(files, key, job.etag);
  if (!source) return undefined;

  const profile = await identities.findProfile(table, user_id);
  const { file_name, has_several_files: isBundle = false, answers = [] } = job;
  const { cursor: from, timezone: requestedZone } = job;
  const timeZone = profile?.time_zone ?? 'UTC';
  const measures = mayMeasure(job) && profile !== undefined && hasHealthConsent(profile);
  const tables = { zone: requestedZone ?? timeZone, answers };
  const file = { source, name: file_name, isBundle, tables };
  return {
    findQuestions: (isTimeUp) => findQuestions({ ...file, measures }, isTimeUp),
    list: () =>
      listFiles(source, file_name, { timeZone, requestedZone, from, isBundle, answers }),
  };
}
