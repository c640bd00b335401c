import { join } from 'node:path';
import { listen } from '../../host/listen.ts';
import { importS3rverObjects } from './import-s3rver.ts';
import { openObjectFolder } from './object-folder.ts';
import { createObjectListener } from './object-listener.ts';

/**
 * Starts an S3 server with these buckets, whose objects are in a folder of the data directory.
 * Returns its address without a trailing slash.
 */
export async function startObjectServer(
  directory: string,
  buckets: readonly string[],
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const objects = await openObjectFolder(join(directory, 'objects'), buckets);
  await importS3rverObjects(join(directory, 's3'), objects, warn);

  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith(createObjectListener(objects, warn));
  return server.url;
}
