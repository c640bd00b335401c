import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectOperation } from '../contract/store-operations.ts';
import { nameStoreFailure } from '../errors/store-failures.ts';
import { optionalEnvironment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/meter.ts';
import { storeClientOptions } from '../runtime/store-client.ts';

/** An object with the media type that it is served as. */
export interface StoredObject {
  bytes: Buffer;
  type: string;
}

interface Operations {
  /** Reads an object; undefined where nothing lies under the key. */
  get(key: string): Promise<StoredObject | undefined>;
  /** Writes an object, in place of one that may lie under the key. `cacheControl` goes with it wherever it is served. */
  put(key: string, object: StoredObject & { cacheControl?: string }): Promise<void>;
}

/** A bucket with the operations that are named, and no other. */
export type Objects<O extends ObjectOperation = ObjectOperation> = Pick<Operations, O>;

/** S3 says `AccessDenied` of a missing key to whoever may not list the bucket, and no function of ours may. */
const missing = new Set(['NoSuchKey', 'AccessDenied']);

let client: S3Client | undefined;

/** One client a process: its connections outlive a request. */
function connect(): S3Client {
  client ??= new S3Client({
    ...storeClientOptions('objects'),
    // A server on this machine has no host name for each bucket.
    forcePathStyle: optionalEnvironment('AWS_ENDPOINT_URL_S3') !== undefined,
  });
  return client;
}

/** The port to a bucket. Throws `unavailable` where the store is busy or cannot be reached. */
export function openObjects(Bucket: string, meter: Meter): Objects {
  const s3 = connect();
  return {
    async get(Key) {
      meter.count('read');
      try {
        return await nameStoreFailure(read(s3, Bucket, Key));
      } catch (error) {
        if (error instanceof Error && missing.has(error.name)) return undefined;
        throw error;
      }
    },

    async put(Key, { bytes, type, cacheControl }) {
      meter.count('write');
      const object = { Bucket, Key, Body: bytes, ContentType: type };
      await nameStoreFailure(
        s3.send(
          new PutObjectCommand({ ...object, ...(cacheControl && { CacheControl: cacheControl }) }),
        ),
      );
    },
  };
}

async function read(s3: S3Client, Bucket: string, Key: string): Promise<StoredObject> {
  const { Body, ContentType = '' } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const { buffer, byteOffset, byteLength } =
    (await Body?.transformToByteArray()) ?? new Uint8Array();
  // The same memory, for megabytes more than once are soon collected as garbage, at the cost of the image.
  return { bytes: Buffer.from(buffer, byteOffset, byteLength), type: ContentType };
}
