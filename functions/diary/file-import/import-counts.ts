import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import {
  atMostOrAbsent,
  belowOrAbsent,
  toQuotaIncrease,
} from '#shared/table/condition.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import { fileImportKeys } from './file-import.keys.ts';
import { type ImportJob, importLimits } from './file-import.ts';

/** The item that counts the imports of a day. */
export interface ImportsOfDay {
  count: number;
  /** The uploads that are neither completed nor ended, and those by forms. */
  uploading?: number;
}

/** Returns the change that counts an import as one of the day, unless there are too many. */
export function toDayIncrease(
  user_id: string,
  uploading: 0 | 1,
  now: Date,
): TransactionChange<'update'> {
  const today = now.toISOString().slice(0, 10);
  const isFree = { uploading: belowOrAbsent(importLimits.unfinished) };
  return {
    update: fileImportKeys.importsOfDay(user_id, today),
    change: {
      increment: { count: 1, uploading },
      set: { ttl: toEpochSeconds(now) + 2 * daySeconds },
    },
    condition: {
      count: belowOrAbsent(importLimits.perDay),
      ...(uploading && isFree),
    },
  };
}

/** Returns the change that no longer counts an upload in parts as unfinished, if it is one. */
export function listUploadDecreases(
  user_id: string,
  { upload_id, created_datetime }: Pick<ImportJob, 'upload_id' | 'created_datetime'>,
): TransactionChange<'update'>[] {
  if (upload_id === undefined) return [];
  const ttl = toEpochSeconds(new Date(created_datetime)) + 2 * daySeconds;
  const change = { increment: { uploading: -1 }, set: { ttl } };
  const key = fileImportKeys.importsOfDay(user_id, created_datetime.slice(0, 10));
  // The item may be gone, if the import is undone late. A count never exceeds that of all imports.
  const condition = { uploading: atMostOrAbsent(importLimits.perDay) };
  return [{ update: key, change, condition }];
}

/** Returns the change that counts an import as running, unless too many do. */
export function toRunningIncrease(user_id: string) {
  const key = fileImportKeys.runningImports(user_id);
  return toQuotaIncrease(key, importLimits.running);
}
