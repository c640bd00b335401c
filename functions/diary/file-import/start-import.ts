import { ZipFile } from 'yazl';
import type { UploadedFile } from '#shared/contract/endpoint.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { buildImport, cleanFileName, type ImportJob } from './file-import.ts';
import { toImportFileKey } from './import-file-keys.ts';
import { create, type ImportStart } from './new-import.store.ts';

interface ImportStores {
  table: Table<'put' | 'update' | 'transact'>;
  imports: Objects<'put' | 'delete'>;
}

/** Files to import, and what is said about them. */
type SentFiles = Pick<ImportJob, 'id'> &
  Partial<
    Pick<
      ImportJob,
      | 'name'
      | 'timezone'
      | 'external_id'
      | 'keeps_file'
      | 'client_id'
      | 'may_measure'
      | 'may_upload_images'
    >
  > & { files: readonly UploadedFile[] };

/** Files to import, and a change that notes their start, if there is one. */
type FilesToStart = SentFiles & { note?: readonly TransactionChange<'update'>[] };

/**
 * Starts the import of files: stores them, and then the import, whose first run the table's stream
 * requests. Each start has an object of its own, so one that is refused cannot delete the file of
 * another with the same id. If the process ends in between, nothing refers to the stored object,
 * which the bucket deletes after a week.
 */
export async function startImport(
  { table, imports }: ImportStores,
  user_id: string,
  { note = [], ...sent }: FilesToStart,
  now: Date,
): Promise<ImportStart> {
  const { job, content } = await packImport(sent, now);
  const key = toImportFileKey(user_id, job);
  await imports.put(key, { bytes: content, type: 'application/octet-stream' });
  const started = await create(table, user_id, { job, note }, now);
  if (started.outcome !== 'created') await imports.delete(key);
  return started;
}

/** Returns the import of files, and the content of its object, of which nothing is stored. */
export async function packImport({ files, ...sent }: SentFiles, now: Date) {
  const { content, ...packed } = await packFiles(files);
  const object_id = newId(now);
  const bytes = content.length;
  const job = buildImport({ ...sent, ...packed, object_id, bytes }, now);
  return { job, content };
}

/** Returns the only file, or an archive of several. */
async function packFiles(files: readonly UploadedFile[]) {
  const [first, ...others] = files;
  if (first && others.length === 0)
    return { file_name: cleanFileName(first.name), content: first.bytes };

  const zip = new ZipFile();
  const names = new Set<string>();
  for (const { name, bytes } of files) {
    const unique = toUniqueName(cleanFileName(name), names);
    names.add(unique);
    zip.addBuffer(bytes, unique, { compress: false });
  }
  zip.end();
  const chunks: Uint8Array[] = await Array.fromAsync(
    zip.outputStream as AsyncIterable<Buffer>,
  );
  const content = Buffer.concat(chunks);
  return { file_name: 'files.zip', has_several_files: true, content };
}

/** Returns a name that is not used yet: files of several folders can have the same. */
function toUniqueName(name: string, used: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 2; used.has(unique); number += 1) unique = `${number} ${name}`;
  return unique;
}
