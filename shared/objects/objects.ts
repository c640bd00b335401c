import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectOperation } from '../contract/resources.ts';
import { translateStoreErrors } from '../errors/store-failures.ts';
import { compact } from '../runtime/compact.ts';
import type { Meter } from '../runtime/log.ts';
import { getStreamingClientOptions, keepClient } from '../runtime/store-client.ts';

/** Bytes of an object, from `offset` on. */
export interface ObjectRange {
  offset: number;
  length: number;
}

/** A part of an object, and the size of the whole object. */
export interface ObjectPart {
  /** Fewer than requested if the object ends before. */
  bytes: Buffer;
  size: number;
  /** Another one if the object was replaced. Undefined for a range after its end. */
  etag: string | undefined;
}

/** An object and its media type. */
export interface StoredObject {
  bytes: Buffer;
  type: string;
}

interface Operations {
  /** Returns an object, or undefined if the key does not exist. */
  get(key: string): Promise<StoredObject | undefined>;
  /** Returns a range of an object, or undefined if the key does not exist. */
  read(key: string, range: ObjectRange): Promise<ObjectPart | undefined>;
  /**
   * Writes an object, replacing any old object. `cacheControl` is the header of its responses.
   */
  put(key: string, object: StoredObject & { cacheControl?: string }): Promise<void>;
  /** Deletes an object. Does nothing if the key does not exist. */
  delete(key: string): Promise<void>;
  /** Lists the keys with a prefix in ascending order, in pages of at most 1,000 keys. */
  list(prefix: string): AsyncIterable<string[]>;
  /** Aborts the unfinished multipart uploads of keys with a prefix, and deletes their parts. */
  abort(prefix: string): Promise<void>;
}

/** A bucket with only the named operations. */
export type Objects<O extends ObjectOperation = ObjectOperation> = Pick<
  Operations,
  Extract<O, keyof Operations>
>;

/** Errors for a missing key. S3 reports `AccessDenied` to a caller that cannot list the bucket. */
const missingKeyErrors = new Set(['NoSuchKey', 'AccessDenied']);

const getClient = keepS3Client('objects');

/** Opens a bucket. Its operations throw `unavailable` if the store is busy or cannot be reached. */
export function openObjects(bucket: string, meter: Meter): Objects {
  const s3 = getClient();
  const find = async (input: GetObjectCommandInput) => {
    meter.count('read');
    try {
      return await translateStoreErrors(receive(s3, input));
    } catch (error) {
      if (error instanceof Error && missingKeyErrors.has(error.name)) return undefined;
      throw error;
    }
  };
  return {
    async get(key) {
      const object = await find({ Bucket: bucket, Key: key });
      return object && { bytes: object.bytes, type: object.type };
    },

    async read(key, { offset, length }) {
      const Range = `bytes=${offset}-${offset + length - 1}`;
      const object = await find({ Bucket: bucket, Key: key, Range });
      return object && { bytes: object.bytes, size: object.size, etag: object.etag };
    },

    async put(key, { bytes, type, cacheControl }) {
      meter.count('write');
      const input = compact({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: type,
        CacheControl: cacheControl,
      });
      await translateStoreErrors(s3.send(new PutObjectCommand(input)));
    },

    async delete(key) {
      meter.count('write');
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: key });
      await translateStoreErrors(s3.send(command));
    },

    async *list(prefix) {
      let token: string | undefined;
      do {
        meter.count('read');
        const page = compact({ ContinuationToken: token });
        const input = { Bucket: bucket, Prefix: prefix, ...page };
        const request = s3.send(new ListObjectsV2Command(input));
        const { Contents = [], NextContinuationToken } =
          await translateStoreErrors(request);
        yield Contents.map(({ Key = '' }) => Key);
        token = NextContinuationToken;
      } while (token !== undefined);
    },

    async abort(prefix) {
      let page: ListMultipartUploadsCommandOutput | undefined;
      do {
        meter.count('read');
        const input = compact({
          Bucket: bucket,
          Prefix: prefix,
          KeyMarker: page?.NextKeyMarker,
          UploadIdMarker: page?.NextUploadIdMarker,
        });
        page = await translateStoreErrors(
          s3.send(new ListMultipartUploadsCommand(input)),
        );
        for (const upload of page.Uploads ?? []) {
          meter.count('write');
          await abortUpload(s3, bucket, upload);
        }
      } while (page.IsTruncated);
    },
  };
}

/** Aborts an upload. Does nothing if it was completed or aborted meanwhile. */
async function abortUpload(
  s3: S3Client,
  Bucket: string,
  { Key, UploadId }: MultipartUpload,
): Promise<void> {
  const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
  try {
    await translateStoreErrors(s3.send(command));
  } catch (error) {
    const isGone = error instanceof Error && error.name === 'NoSuchUpload';
    if (!isGone) throw error;
  }
}

type Received = StoredObject & ObjectPart;

/** Receives an object or a range of it. A range after its end is empty, which S3 calls an error. */
async function receive(s3: S3Client, input: GetObjectCommandInput): Promise<Received> {
  try {
    const {
      Body,
      ContentLength = 0,
      ContentType = '',
      ContentRange,
      ETag,
    } = await s3.send(new GetObjectCommand(input));
    const bytes = await collectBody(Body as AsyncIterable<Uint8Array>, ContentLength);
    const [, size = ContentLength] = ContentRange?.split('/') ?? [];
    return { bytes, type: ContentType, size: Number(size), etag: ETag };
  } catch (error) {
    if (!isRangeError(error)) throw error;
    const size = Number(error.ActualObjectSize);
    return { bytes: Buffer.alloc(0), type: '', size, etag: undefined };
  }
}

/** The error of S3 for a range after the end of an object. */
function isRangeError(error: unknown): error is Error & { ActualObjectSize: string } {
  const isNamed = error instanceof Error && error.name === 'InvalidRange';
  return isNamed && 'ActualObjectSize' in error;
}

/** Collects a body. The SDK joins the chunks at the end, which needs twice the memory. */
async function collectBody(
  body: AsyncIterable<Uint8Array>,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let position = 0;
  for await (const chunk of body) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

/** Returns a function that returns the S3 client of this process with the limits of a store. */
export function keepS3Client(store: 'objects' | 'uploads'): () => S3Client {
  return keepClient(
    'AWS_ENDPOINT_URL_S3',
    (endpoint) =>
      new S3Client({
        ...getStreamingClientOptions(store),
        // A local server has no host name for each bucket.
        forcePathStyle: endpoint !== undefined,
      }),
  );
}
