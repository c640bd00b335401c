import { join } from 'node:path';
import { listen } from '../../host/listen.ts';
import { type ObjectExpiration, startObjectExpiration } from './expire-objects.ts';
import { openMultipartUploadStore } from './multipart-upload.ts';
import { type ObjectFolder, openObjectFolder } from './object-folder.ts';
import { createObjectListener } from './object-listener.ts';

/** The buckets of an S3 server, and when their objects expire. */
export interface BucketDefinitions {
  buckets: readonly string[];
  expirations: readonly ObjectExpiration[];
}

/** An S3 server, and the files of its objects, which code in this process reads directly. */
export interface ObjectServer {
  /** Without a trailing slash. */
  url: string;
  objects: ObjectFolder;
}

/** Starts an S3 server with these buckets, whose objects are in a folder of the data directory. */
export async function startObjectServer(
  directory: string,
  { buckets, expirations }: BucketDefinitions,
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
): Promise<ObjectServer> {
  const objects = await openObjectFolder(join(directory, 'objects'), buckets);
  startObjectExpiration(objects, expirations, warn, disposables);

  const server = await listen('127.0.0.1', 0, disposables);
  const uploads = openMultipartUploadStore(objects);
  server.handleWith(createObjectListener({ objects, uploads }, warn));
  return { url: server.url, objects };
}
