import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  compareKeys,
  type ObjectFile,
  type ObjectFolder,
  type ObjectName,
  uploadBucket,
} from './object-folder.ts';

/** The object that an upload creates, and its content type. */
interface UploadDescription extends ObjectName {
  'Content-Type': string;
}

/** A part that the client lists to complete an upload. */
interface ListedPart {
  number: number;
  etag: string;
}

/** Why S3 cannot complete an upload. */
type UploadProblem = 'noSuchUpload' | 'invalidPart' | 'invalidPartOrder';

/** Multipart uploads. Their parts survive a restart. */
export type MultipartUploadStore = ReturnType<typeof openMultipartUploadStore>;

/** An upload that was neither completed nor aborted. */
interface UnfinishedUpload {
  key: string;
  id: string;
}

/** A part of an unfinished upload, as S3 lists it. */
interface StoredPart extends ListedPart {
  bytes: number;
}

/** An upload whose listed parts are open, so that it can be completed. */
interface ReadyUpload {
  etag: string;
  /** Creates the object from the parts, and removes all parts of the upload. */
  complete(): Promise<void>;
}

const descriptionName = 'description';

function toPartName(number: number): string {
  return String(number).padStart(5, '0');
}

/** Opens the uploads in an object folder, which stores each part as an object of its own. */
export function openMultipartUploadStore(objects: ObjectFolder) {
  async function findDescription(id: string): Promise<UploadDescription | undefined> {
    await using file = await objects.open(uploadBucket, `${id}/${descriptionName}`);
    return file && JSON.parse((await buffer(file.read())).toString());
  }

  /**
   * Opens all listed parts, until `opened` is disposed of. Returns a problem instead if a part does
   * not match the list, or if the list is empty.
   */
  async function openParts(
    id: string,
    listed: readonly ListedPart[],
    opened: AsyncDisposableStack,
  ): Promise<ObjectFile[] | UploadProblem> {
    const files: ObjectFile[] = [];
    let previousNumber = 0;
    for (const { number, etag } of listed) {
      if (number <= previousNumber) return 'invalidPartOrder';
      const file = await objects.open(uploadBucket, `${id}/${toPartName(number)}`);
      if (file) files.push(opened.use(file));
      if (file?.headers.ETag !== etag) return 'invalidPart';
      previousNumber = number;
    }
    return files.length > 0 ? files : 'invalidPart';
  }

  /** Returns the description of an upload, or undefined if it is not an upload of this object. */
  async function findUpload(
    id: string,
    { bucket, key }: ObjectName,
  ): Promise<UploadDescription | undefined> {
    const description = await findDescription(id);
    const isSameObject = description?.bucket === bucket && description.key === key;
    return isSameObject ? description : undefined;
  }

  async function removeParts(id: string): Promise<void> {
    const keys = await objects.list(uploadBucket, `${id}/`);
    for (const key of keys) await objects.delete(uploadBucket, key);
  }

  return {
    /** Returns the id of a new upload. */
    start: async (object: UploadDescription) => {
      const id = randomUUID();
      await objects.write(uploadBucket, `${id}/${descriptionName}`, {
        'Content-Type': 'application/json',
        content: Readable.from([Buffer.from(JSON.stringify(object))]),
      });
      return id;
    },

    /** Stores or replaces a part. Returns its ETag, or undefined if there is no such upload. */
    storePart: async (
      id: string,
      object: ObjectName,
      number: number,
      content: AsyncIterable<Uint8Array>,
    ) => {
      if (!(await findUpload(id, object))) return undefined;
      const key = `${id}/${toPartName(number)}`;
      const type = 'binary/octet-stream';
      const part = { 'Content-Type': type, content };
      const { ETag } = await objects.write(uploadBucket, key, part);
      return ETag;
    },

    /** Lists the parts of an upload by number. Returns undefined if there is no such upload. */
    listParts: async (id: string, object: ObjectName) => {
      if (!(await findUpload(id, object))) return undefined;
      const parts: StoredPart[] = [];
      for (const key of await objects.list(uploadBucket, `${id}/`)) {
        const number = Number(key.slice(id.length + 1));
        await using part = await objects.open(uploadBucket, key);
        if (Number.isNaN(number) || !part) continue;
        const { ETag: etag, 'Content-Length': bytes } = part.headers;
        parts.push({ number, etag, bytes });
      }
      return parts;
    },

    /** Opens the listed parts until `opened` is disposed of, and says what is wrong with them. */
    prepare: async (
      id: string,
      object: ObjectName,
      listed: readonly ListedPart[],
      opened: AsyncDisposableStack,
    ): Promise<ReadyUpload | { problem: UploadProblem }> => {
      const description = await findUpload(id, object);
      if (!description) return { problem: 'noSuchUpload' };

      const files = await openParts(id, listed, opened);
      if (typeof files === 'string') return { problem: files };

      const { bucket, key, 'Content-Type': type } = description;
      const etag = toUploadTag(files);
      const content = readAll(files);
      return {
        etag,
        complete: async () => {
          await objects.write(bucket, key, { 'Content-Type': type, ETag: etag, content });
          await removeParts(id);
        },
      };
    },

    /** Lists the unfinished uploads of a bucket whose keys begin with `prefix`, sorted by key. */
    list: async (bucket: string, prefix: string) => {
      const uploads: UnfinishedUpload[] = [];
      for (const name of await objects.list(uploadBucket, '')) {
        const [id = '', part] = name.split('/');
        const description = part === descriptionName && (await findDescription(id));
        if (!description || description.bucket !== bucket) continue;
        if (description.key.startsWith(prefix))
          uploads.push({ key: description.key, id });
      }
      return uploads.toSorted((left, right) => compareKeys(left.key, right.key));
    },

    /** Removes the parts of an upload. Returns false if the object has no upload with this id. */
    abort: async (id: string, object: ObjectName) => {
      if (!(await findUpload(id, object))) return false;

      await removeParts(id);
      return true;
    },
  };
}

/** Returns the ETag of an object as S3 computes it: the digest of the digests of its parts. */
function toUploadTag(files: readonly ObjectFile[]): string {
  const digest = createHash('md5');
  for (const { headers } of files)
    digest.update(Buffer.from(headers.ETag.replaceAll('"', ''), 'hex'));
  return `"${digest.digest('hex')}-${files.length}"`;
}

async function* readAll(
  files: readonly ObjectFile[],
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const file of files) yield* file.read();
}
