import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildZip } from '#kit/archives/build-zip.ts';
import { listAll } from '#kit/archives/sources.ts';
import type { ObjectRange } from '#shared/objects/objects.ts';
import { openObjectSource, sliceSource } from './file-source.ts';

/** A bucket with one object, which counts the requests. */
function createBucket(bytes: Buffer) {
  const ranges: ObjectRange[] = [];
  return {
    ranges,
    etag: '"1"',
    async read(key: string, range: ObjectRange) {
      ranges.push(range);
      if (key !== 'file') return undefined;
      const { offset, length } = range;
      const part = bytes.subarray(offset, offset + length);
      return { bytes: part, size: bytes.length, etag: this.etag };
    },
  };
}

async function open(bytes: Buffer) {
  const bucket = createBucket(bytes);
  const source = await openObjectSource(bucket, 'file');
  if (!source) throw new Error('The object does not exist.');
  return { source, ranges: bucket.ranges };
}

describe('an object as a file', () => {
  it('is not read if it is not the expected one, and no further if it is replaced', async () => {
    const bucket = createBucket(randomBytes(3_000_000));
    expect(await openObjectSource(bucket, 'file', '"2"')).toBeUndefined();
    const source = await openObjectSource(bucket, 'file', '"1"');
    expect(await source?.read(1_048_576, 3)).toHaveLength(3);
    bucket.etag = '"2"';
    expect(await source?.read(0, 2_097_152)).toHaveLength(2_097_152);
    await expect(source?.read(2_097_152, 1)).rejects.toThrow('is another one');
  });

  it('is read at any place and at its end', async () => {
    const bytes = randomBytes(3_000_000);
    const { source } = await open(bytes);
    expect(source.size).toBe(bytes.length);
    for (const [offset, length] of [
      [0, 10],
      [1_048_570, 20],
      [500, 2_500_000],
      [2_999_990, 50],
      [3_000_000, 5],
      [4_000_000, 5],
    ] as const) {
      const expected = bytes.subarray(offset, offset + length);
      expect(Buffer.compare(await source.read(offset, length), expected)).toBe(0);
    }
    const slice = sliceSource(source, 100, 50);
    expect(await slice.read(40, 100)).toEqual(bytes.subarray(140, 150));
    expect(await slice.read(60, 10)).toEqual(Buffer.alloc(0));
  });

  it('does not exist without the object, and empty with an empty one', async () => {
    const bucket = createBucket(Buffer.alloc(0));
    expect(await openObjectSource(bucket, 'other')).toBeUndefined();
    expect((await open(Buffer.alloc(0))).source.size).toBe(0);
  });

  it('takes a request for each MB of an archive, and one more for its directory', async () => {
    const content = { content: randomBytes(10_000), compress: false };
    const names = Array.from({ length: 500 }, (_, index) => [`${index}.fit`, content]);
    const zip = await buildZip(Object.fromEntries(names));
    const { source, ranges } = await open(zip);
    expect(await listAll(source)).toHaveLength(500);
    expect(ranges.length).toBeLessThanOrEqual(Math.ceil(zip.length / 1024 ** 2) + 1);
  });
});
