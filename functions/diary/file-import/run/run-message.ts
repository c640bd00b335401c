import type { Key } from '#shared/table/keys.ts';
import { type ImportJob, isForExports } from '../file-import.ts';

/** The written item of an import, with the members that tell whether it requests a run. */
export type RequestedJob = Key &
  Pick<ImportJob, 'id' | 'step' | 'continuation' | 'state' | 'is_export'>;

/** Returns the message to run an import of files, if this write of its item requests that. */
export function toFilesMessage(job: RequestedJob) {
  return isForExports(job) ? undefined : toRunMessage(job);
}

/** Returns the message to run an import of an export, if this write of its item requests that. */
export function toExportMessage(job: RequestedJob) {
  return isForExports(job) ? toRunMessage(job) : undefined;
}

function toRunMessage({ pk, sk, id, step, continuation }: RequestedJob) {
  return continuation && { pk, sk, id, step };
}
