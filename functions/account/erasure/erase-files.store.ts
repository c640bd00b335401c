import { toExportPrefix } from '#functions/account/export/export-keys.ts';
import { listImportPrefixes } from '#functions/diary/file-import/import-file-keys.ts';
import type { Objects } from '#shared/objects/objects.ts';

/** The files of users whose keys begin with a prefix and the id of the user. */
export interface UserFiles {
  exportFiles: Objects<'list' | 'delete' | 'abort'>;
  importFiles: Objects<'list' | 'delete' | 'abort'>;
}

/** Deletes the exports of a user and the files to import, including unfinished uploads. */
export async function eraseUserFiles(
  { exportFiles, importFiles }: UserFiles,
  user_id: string,
): Promise<void> {
  await eraseFolder(exportFiles, toExportPrefix(user_id));
  for (const prefix of listImportPrefixes(user_id))
    await eraseFolder(importFiles, prefix);
}

async function eraseFolder(
  files: Objects<'list' | 'delete' | 'abort'>,
  prefix: string,
): Promise<void> {
  // An upload that is completed before it can be aborted becomes an object, and is deleted below.
  await files.abort(prefix);
  for await (const page of files.list(prefix))
    for (const key of page) await files.delete(key);
}
