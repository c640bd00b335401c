import { join } from 'node:path';
import { listen } from '../../host/listen.ts';
import { chooseStoreHost } from '../../host/store-host.ts';
import { runRepeatedly } from '../../host/timers.ts';
import { openMultipartUploadStore } from './multipart-upload.ts';
import { type ObjectFolder, openObjectFolder, uploadBucket } from './object-folder.ts';
import { createObjectListener } from './object-listener.ts';

/** A lifecycle rule: objects whose keys begin with `prefix` expire `days` after their creation. */
interface ObjectExpiration {
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

const intervalMs = 60 * 60 * 1000;

/**
 * Deletes expired objects, and the parts of uploads that were never completed, now and every hour,
 * until `disposables` is disposed of.
 */
function startObjectExpiration(
  objects: ObjectFolder,
  rules: readonly ObjectExpiration[],
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
): void {
  const run = async () => {
    for (const rule of [...rules, uploadRule])
      await expireByRule(objects, rule, Date.now());
  };
  const onFailure = (error: unknown) =>
    warn(`Expired objects could not be deleted: ${String(error)}`);
  runRepeatedly({ run, intervalMs, onFailure }, disposables);
}

/** The buckets of an S3 server, and when their objects expire. */
interface BucketDefinitions {
  buckets: readonly string[];
  expirations: readonly ObjectExpiration[];
}

/**
 * Starts an S3 server with these buckets, whose objects are in a folder of the data directory.
 * Code in this process uses the files of the objects, and what responds to requests, directly.
 */
export async function startObjectServer(
  directory: string,
  { buckets, expirations }: BucketDefinitions,
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
) {
  const objects = await openObjectFolder(join(directory, 'objects'), buckets);
  startObjectExpiration(objects, expirations, warn, disposables);

  const server = await listen(chooseStoreHost(), 0, disposables);
  const uploads = openMultipartUploadStore(objects);
  const respond = createObjectListener({ objects, uploads }, warn);
  server.handleWith(respond);
  return { url: server.url, objects, respond };
}
