import { createHash, randomUUID } from 'node:crypto';
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
        content: Buffer.from(JSON.stringify(object)),
      });
      return id;
    },

    /** Stores or replaces a part. Returns its ETag, or undefined for an unknown id. */
    storePart: async (id: string, number: number, content: Buffer) => {
      if (!(await findDescription(id))) return undefined;
      const key = `${id}/${toPartName(number)}`;
      const type = 'binary/octet-stream';
      const { ETag } = await objects.write(uploadBucket, key, {
        'Content-Type': type,
        content,
      });
      return ETag;
    },

    /** Creates the object from the listed parts, and removes all parts of the upload. */
    complete: async (
      id: string,
      object: ObjectName,
      listed: readonly ListedPart[],
    ): Promise<{ etag: string } | { problem: UploadProblem }> => {
      const description = await findUpload(id, object);
      if (!description) return { problem: 'noSuchUpload' };

      await using opened = new AsyncDisposableStack();
      const files = await openParts(id, listed, opened);
      if (typeof files === 'string') return { problem: files };

      const headers = {
        'Content-Type': description['Content-Type'],
        'Content-Length': sum(files.map((file) => file.headers['Content-Length'])),
        ETag: toUploadTag(files),
      };
      await objects.writeStream(object.bucket, object.key, headers, readAll(files));
      await removeParts(id);
      return { etag: headers.ETag };
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
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
