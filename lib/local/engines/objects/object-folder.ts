import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists } from '../../host/read-if-exists.ts';
import { replaceFile } from '../../host/replace-file.ts';

/** The headers that are stored with an object and returned with it. */
export interface ObjectHeaders {
  'Content-Type': string;
  'Cache-Control'?: string;
  'Content-Length': number;
  'Last-Modified': string;
  ETag: string;
}

/** An object, with the headers that S3 returns. */
export interface ObjectFile {
  headers: ObjectHeaders;
  content: Buffer;
}

/** An object to write, with the headers of its request. */
export type NewObject = Pick<ObjectHeaders, 'Content-Type' | 'Cache-Control'> & {
  content: Buffer;
};

/** The objects of all buckets, as files. */
export interface ObjectFolder {
  hasBucket(bucket: string): boolean;
  /** Returns undefined if the object does not exist. Rejects if its file is damaged. */
  read(bucket: string, key: string): Promise<ObjectFile | undefined>;
  /** Writes the whole object, or leaves the old one and rejects. */
  write(bucket: string, key: string, object: NewObject): Promise<ObjectHeaders>;
  delete(bucket: string, key: string): Promise<void>;
  /** Lists the keys with a prefix, sorted by their UTF-8 bytes as S3 does. */
  list(bucket: string, prefix: string): Promise<string[]>;
}

/** The ending of the files of objects. */
const fileEnding = '.object';

const lineFeed = '\n'.charCodeAt(0);

function describeObject({ content, ...headers }: NewObject): ObjectHeaders {
  const digest = createHash('md5').update(content).digest('hex');
  return {
    ...headers,
    'Content-Length': content.length,
    'Last-Modified': new Date().toUTCString(),
    ETag: `"${digest}"`,
  };
}

/**
 * Splits a file into its first line, which has the headers as JSON, and the content.
 * Returns undefined if a part is missing.
 */
function parseObjectFile(bytes: Buffer): ObjectFile | undefined {
  const end = bytes.indexOf(lineFeed);
  if (end < 0) return undefined;

  const headers: ObjectHeaders = JSON.parse(bytes.toString('utf8', 0, end));
  const content = bytes.subarray(end + 1);
  const isWhole = headers['Content-Length'] === content.length;
  return isWhole ? { headers, content } : undefined;
}

/**
 * Opens the objects below `folder`, and creates missing buckets. Each object is one file, which is
 * written elsewhere and then renamed, so that readers never see a part of it.
 */
export async function openObjectFolder(
  folder: string,
  buckets: readonly string[],
): Promise<ObjectFolder> {
  // A bucket's name cannot begin with a dot.
  const unfinished = join(folder, '.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  for (const path of [unfinished, ...buckets.map((bucket) => join(folder, bucket))])
    await mkdir(path, { recursive: true });

  /** Returns a path with encoded slashes, so that no key leaves its bucket or names a folder. */
  function getPath(bucket: string, key: string): string {
    return join(folder, bucket, `${encodeURIComponent(key)}${fileEnding}`);
  }

  return {
    hasBucket: (bucket) => buckets.includes(bucket),

    read: async (bucket, key) => {
      const path = getPath(bucket, key);
      const bytes = await readIfExists(path);
      if (!bytes) return undefined;

      const object = parseObjectFile(bytes);
      if (!object) throw new Error(`${path} is damaged.`);
      return object;
    },

    write: async (bucket, key, object) => {
      const headers = describeObject(object);
      const firstLine = Buffer.from(`${JSON.stringify(headers)}\n`);
      await replaceFile(getPath(bucket, key), [firstLine, object.content], {
        temporaryPath: join(unfinished, randomUUID()),
      });
      return headers;
    },

    delete: (bucket, key) => rm(getPath(bucket, key), { force: true }),

    list: async (bucket, prefix) => {
      const files = await readdir(join(folder, bucket));
      const objects = files.filter((file) => file.endsWith(fileEnding));
      const keys = objects.map((file) =>
        decodeURIComponent(file.slice(0, -fileEnding.length)),
      );
      const listed = keys.filter((key) => key.startsWith(prefix));
      return listed.toSorted((one, other) =>
        Buffer.compare(Buffer.from(one), Buffer.from(other)),
      );
    },
  };
}
