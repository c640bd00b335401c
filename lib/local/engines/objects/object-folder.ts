import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ignoreMissing, replaceFile } from '../../host/files.ts';

/** The bucket and the key that identify an object. */
export interface ObjectName {
  bucket: string;
  key: string;
}

/**
 * Maximum length of an encoded key, which is part of a file name. File systems limit a file name to
 * 255 bytes.
 */
const maxEncodedKey = 240;

/** Compares two keys by their UTF-8 bytes, the order in which S3 lists keys. */
export function compareKeys(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * Parses a path-style URL, `/<bucket>/<key>`. Returns undefined if the key is malformed or too
 * long.
 */
export function parseObjectName(url: string): ObjectName | undefined {
  const [path = ''] = url.split('?');
  const [, bucket = '', ...segments] = path.split('/');
  try {
    const key = decodeURIComponent(segments.join('/'));
    const isTooLong = encodeURIComponent(key).length > maxEncodedKey;
    return isTooLong ? undefined : { bucket, key };
  } catch {
    return undefined;
  }
}

/** The headers that are stored with an object and returned with it. */
export interface ObjectHeaders {
  'Content-Type': string;
  'Cache-Control'?: string;
  'Content-Length': number;
  'Last-Modified': string;
  ETag: string;
}

/** The positions of the first and the last byte of a range, from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** An open object, with the headers that S3 returns. Disposing of it closes its file. */
export interface ObjectFile extends AsyncDisposable {
  headers: ObjectHeaders;
  /** Reads the object, or a range of it, as a stream. */
  read(range?: ByteRange): Readable;
  /** Reads the whole object at once. */
  readAll(): Promise<Buffer>;
}

/** An object to write: its content, and the headers that the caller sets. */
type NewObject = Pick<ObjectHeaders, 'Content-Type' | 'Cache-Control'> & {
  content: AsyncIterable<Uint8Array>;
  /** Defaults to the digest of the content. */
  ETag?: string;
};

/** The objects of all buckets, as files. */
export type ObjectFolder = Awaited<ReturnType<typeof openObjectFolder>>;

/**
 * The internal bucket for the parts of multipart uploads. The name of a real bucket cannot begin
 * with a dot.
 */
export const uploadBucket = '.uploads';

/** The ending of the name of each object's file. */
const fileEnding = '.object';

/** The number of bytes of an object that a stream reads at once. */
const highWaterMark = 512 * 1024;

const lineFeed = '\n'.charCodeAt(0);

/** Maximum length of the first line of a file, which has the headers. */
const maxHeaderBytes = 8192;

/** Bytes for the digits of a length and of a tag that are not known yet. */
const reserve = 64;

/** The first line of a file. Spaces may follow the JSON. */
function toFirstLine(headers: ObjectHeaders, length: number): Buffer {
  const line = Buffer.alloc(length, ' ');
  line.write(JSON.stringify(headers));
  line[length - 1] = lineFeed;
  return line;
}

/**
 * Writes an object to a new file. Its length and its digest are known at the end, and are then
 * written to the first line. An object with a given ETag needs no digest, which would take half of
 * the time in which the parts of a large file are joined.
 */
async function writeObjectFile(
  file: FileHandle,
  { content, ETag, ...given }: NewObject,
): Promise<ObjectHeaders> {
  const known = { ...given, 'Last-Modified': new Date().toUTCString() };
  const digest = ETag === undefined ? createHash('md5') : undefined;
  let length = 0;

  const lineLength = Buffer.byteLength(JSON.stringify(known)) + 2 * reserve;
  await file.writeFile(Buffer.alloc(lineLength));
  for await (const chunk of content) {
    digest?.update(chunk);
    length += chunk.length;
    await file.writeFile(chunk);
  }
  const tag = ETag ?? `"${digest?.digest('hex')}"`;
  const headers = { ...known, 'Content-Length': length, ETag: tag };
  await file.write(toFirstLine(headers, lineLength), 0, lineLength, 0);
  return headers;
}

/**
 * Returns the object in a file. The first line of the file has the headers of the object as JSON.
 * Returns undefined if the file is truncated.
 */
async function readObjectFile(file: FileHandle): Promise<ObjectFile | undefined> {
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(maxHeaderBytes),
    0,
    maxHeaderBytes,
    0,
  );
  const end = buffer.subarray(0, bytesRead).indexOf(lineFeed);
  if (end < 0) return undefined;

  const headers: ObjectHeaders = JSON.parse(buffer.toString('utf8', 0, end));
  const start = end + 1;
  const { size } = await file.stat();
  if (headers['Content-Length'] !== size - start) return undefined;

  return {
    headers,
    read: (range = { first: 0, last: headers['Content-Length'] - 1 }) => {
      const { first, last } = range;
      // An empty object has no last byte.
      if (last < first) return Readable.from([]);
      const span = { start: start + first, end: start + last };
      return file.createReadStream({ ...span, autoClose: false, highWaterMark });
    },
    readAll: async () => (await file.readFile()).subarray(start),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/**
 * Opens the objects below `folder`, and creates missing buckets. Each object is one file, which is
 * written under a temporary name and then renamed, so readers never see an incomplete object.
 */
export async function openObjectFolder(folder: string, buckets: readonly string[]) {
  const unfinished = join(folder, '.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  const folders = [uploadBucket, ...buckets].map((bucket) => join(folder, bucket));
  for (const path of [unfinished, ...folders]) await mkdir(path, { recursive: true });

  /**
   * Returns the path of an object's file. Slashes in the key are encoded, so every file of a bucket
   * is directly in the bucket's folder.
   */
  function getPath(bucket: string, key: string): string {
    return join(folder, bucket, `${encodeURIComponent(key)}${fileEnding}`);
  }

  /** Throws if the folder of a bucket is gone, and with it all objects. */
  async function requireBucket(bucket: string): Promise<undefined> {
    const path = join(folder, bucket);
    if (!existsSync(path))
      throw new Error(`${path} is missing. Restore it from a backup.`);
  }

  return {
    hasBucket: (bucket: string) => buckets.includes(bucket),

    /** Returns undefined if the object does not exist. Rejects if its file is damaged. */
    open: async (bucket: string, key: string) => {
      const path = getPath(bucket, key);
      const file = await openIfExists(path);
      if (!file) return requireBucket(bucket);

      const object = await readObjectFile(file).catch(() => undefined);
      if (object) return object;
      await file.close();
      throw new Error(`${path} is damaged.`);
    },

    /** Writes the whole object. If that fails, keeps the old object and rejects. */
    write: async (bucket: string, key: string, object: NewObject) => {
      const written = Promise.withResolvers<ObjectHeaders>();
      await replaceFile(
        getPath(bucket, key),
        async (file) => written.resolve(await writeObjectFile(file, object)),
        { temporaryPath: join(unfinished, randomUUID()) },
      );
      return written.promise;
    },

    delete: (bucket: string, key: string) => rm(getPath(bucket, key), { force: true }),

    /** Lists the keys with a prefix, sorted by their UTF-8 bytes as S3 does. */
    list: async (bucket: string, prefix: string) => {
      const files = await readdir(join(folder, bucket));
      const objects = files.filter((file) => file.endsWith(fileEnding));
      const keys = objects.map((file) =>
        decodeURIComponent(file.slice(0, -fileEnding.length)),
      );
      const listed = keys.filter((key) => key.startsWith(prefix));
      return listed.toSorted(compareKeys);
    },

    /**
     * Returns when an object was written, in milliseconds since 1970. Returns undefined if the
     * object does not exist.
     */
    findWriteTime: async (bucket: string, key: string) => {
      const file = await stat(getPath(bucket, key)).catch(ignoreMissing);
      return file?.mtimeMs;
    },
  };
}

/** Opens a file for reading. Returns undefined if it does not exist. */
function openIfExists(path: string): Promise<FileHandle | undefined> {
  return open(path).catch(ignoreMissing);
}
