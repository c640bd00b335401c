import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { compact } from '#shared/runtime/compact.ts';
import { readIfExists } from '../../host/read-if-exists.ts';
import type { NewObject, ObjectFolder } from './object-folder.ts';

/** The metadata of an object in s3rver, the S3 server of earlier versions. */
interface S3rverMetadata {
  'content-type'?: string;
  'cache-control'?: string;
}

/** The three files of one object. */
interface S3rverFiles {
  content: string;
  digest: string;
  metadata: string;
}

const suffix = '._S3rver_object';

function getFiles(path: string): S3rverFiles {
  return {
    content: path,
    digest: `${path}.md5`,
    metadata: path.replace(/object$/, 'metadata.json'),
  };
}

/** Reads an object. Returns undefined if s3rver was killed while it wrote the object's files. */
async function readS3rverObject(files: S3rverFiles): Promise<NewObject | undefined> {
  const content = await readFile(files.content);
  const digest = await readIfExists(files.digest);
  const metadata = await readIfExists(files.metadata);
  const actualDigest = createHash('md5').update(content).digest('hex');
  const isComplete = actualDigest === digest?.toString() && metadata?.length;
  if (!isComplete) return undefined;

  const headers: S3rverMetadata = JSON.parse(metadata.toString());
  return compact({
    'Content-Type': headers['content-type'] ?? 'binary/octet-stream',
    'Cache-Control': headers['cache-control'],
    content,
  });
}

async function removeFiles(files: S3rverFiles): Promise<void> {
  for (const path of Object.values(files)) await rm(path, { force: true });
}

/** Moves one object. Returns false, and leaves the object in `folder`, if it is incomplete. */
async function importObject(
  folder: string,
  file: string,
  objects: ObjectFolder,
): Promise<boolean> {
  const files = getFiles(join(folder, file));
  const object = await readS3rverObject(files);
  if (!object) return false;

  // The path of an object is `<bucket>/<key>` with a suffix.
  const [bucket = '', ...segments] = file.slice(0, -suffix.length).split(sep);
  await objects.write(bucket, segments.join('/'), object);
  await removeFiles(files);
  return true;
}

/**
 * Moves the objects that s3rver stored in `folder` into the object folder, and removes `folder`.
 * Incomplete objects stay in `folder`: their upload was never confirmed. Can be repeated after a
 * crash.
 */
export async function importS3rverObjects(
  folder: string,
  objects: ObjectFolder,
  warn: (line: string) => void,
): Promise<void> {
  if (!existsSync(folder)) return;

  const paths = await Array.fromAsync(glob(`**/*${suffix}`, { cwd: folder }));
  let incompleteCount = 0;
  for (const path of paths) {
    const isImported = await importObject(folder, path, objects);
    if (!isImported) incompleteCount += 1;
  }

  if (incompleteCount === 0) return rm(folder, { recursive: true });

  const description = `${incompleteCount} incomplete objects of an earlier version`;
  warn(`${folder} has ${description}. Delete this folder.`);
}
