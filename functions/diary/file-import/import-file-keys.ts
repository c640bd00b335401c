import { temporaryObjects } from '#shared/contract/resources.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { toPushedPrefix } from './pushed/pushed-file.ts';

/** Returns the name of the bucket with the files that people import. Originals are in it, too. */
export function getImportBucket(): string {
  return requireEnvironment('FILES_BUCKET_NAME');
}

/** The prefix of the files that are deleted after their import. */
const pendingPrefix = temporaryObjects.imports.prefix;

/** The prefix of the files that people keep. */
const keptPrefix = 'imports/kept/';

/** An import, as far as it names its file in the bucket. */
interface ImportFileName {
  id: string;
  object_id?: string;
  /** Whether the person keeps the file. */
  keeps_file?: boolean;
}

export function toImportFileKey(
  user_id: string,
  { id, object_id = id, keeps_file }: ImportFileName,
): string {
  return `${keeps_file ? keptPrefix : pendingPrefix}${user_id}/${object_id}`;
}

/** Lists the prefixes of all files of a user. */
export function listImportPrefixes(user_id: string): string[] {
  const imports = [pendingPrefix, keptPrefix].map((prefix) => `${prefix}${user_id}/`);
  return [...imports, toPushedPrefix(user_id)];
}
