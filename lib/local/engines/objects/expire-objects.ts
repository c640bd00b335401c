import { runRepeatedly } from '../../host/run-repeatedly.ts';
import { type ObjectFolder, uploadBucket } from './object-folder.ts';

/** A lifecycle rule: objects whose keys begin with `prefix` expire `days` after their creation. */
export interface ObjectExpiration {
  bucket: string;
  prefix: string;
  days: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Unfinished uploads expire after a day, as in every bucket of the stack. */
const uploadRule: ObjectExpiration = { bucket: uploadBucket, prefix: '', days: 1 };

async function expireByRule(
  objects: ObjectFolder,
  { bucket, prefix, days }: ObjectExpiration,
  now: number,
): Promise<void> {
  for (const key of await objects.list(bucket, prefix)) {
    const writtenAt = await objects.findWriteTime(bucket, key);
    const isExpired = writtenAt !== undefined && writtenAt + days * dayMs <= now;
    if (isExpired) await objects.delete(bucket, key);
  }
}

/**
 * Deletes expired objects, and the parts of uploads that were never completed. `now` is in
 * milliseconds since 1970.
 */
export async function expireObjects(
  objects: ObjectFolder,
  rules: readonly ObjectExpiration[],
  now: number,
): Promise<void> {
  for (const rule of [...rules, uploadRule]) await expireByRule(objects, rule, now);
}

const intervalMs = 60 * 60 * 1000;

/** Deletes expired objects now and every hour, until `disposables` is disposed of. */
export function startObjectExpiration(
  objects: ObjectFolder,
  rules: readonly ObjectExpiration[],
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
): void {
  const run = () => expireObjects(objects, rules, Date.now());
  const onFailure = (error: unknown) =>
    warn(`Expired objects could not be deleted: ${String(error)}`);
  runRepeatedly({ run, intervalMs, onFailure }, disposables);
}
