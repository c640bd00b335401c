import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  buildEmptyFiles,
  buildZip,
  changeZipEntry,
  renameZipEntry,
} from '#kit/archives/build-zip.ts';
import {
  buildShortGpx,
  describeFiles,
  listAll,
  toSource,
} from '#kit/archives/sources.ts';

const run = buildShortGpx('2026-01-12T08:00:00Z', 'running');
const ride = buildShortGpx('2026-01-13T08:00:00Z', 'biking');

describe('a ZIP archive', () => {
  it('gives its files in their order, with the same numbers wherever the list begins', async () => {
    const zip = await buildZip({
      'a/run.gpx': run,
      'a/photo.jpg': randomBytes(2000),
      '__MACOSX/a/._run.gpx': 'x',
      'a/notes': 'text',
      'ride.gpx': { content: ride, compress: false },
    });
    const files = await listAll(zip);
    expect(describeFiles(files)).toEqual({
      'a/run.gpx': 'running',
      'a/photo.jpg': 'skipped: unknown_kind',
      'a/notes': 'skipped: unknown_kind',
      'ride.gpx': 'biking',
    });
    expect(files.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    for (const from of [1, 3, 4])
      expect(await listAll(zip, { from })).toEqual(files.slice(from));
  });

  it('is empty if it has no files, also in another one', async () => {
    const empty = await buildZip({});
    expect(describeFiles(await listAll(empty, { name: 'run.zip' }))).toEqual({
      'run.zip': 'unreadable: empty',
    });
    expect(describeFiles(await listAll(await buildZip({ 'in.zip': empty })))).toEqual({
      'in.zip': 'unreadable: empty',
    });
  });

  it('gives the files of the archives in it, but not of those in them', async () => {
    const innermost = await buildZip({ 'run.gpx': run });
    const inner = { 'run.gpx': run, 'deep.zip': innermost };
    const zip = await buildZip({
      'packed.zip': await buildZip(inner),
      'stored.zip': { content: await buildZip(inner), compress: false },
      'broken.zip': 'no archive',
      'ride.gpx': ride,
    });
    const files = await listAll(zip);
    expect(describeFiles(files)).toEqual({
      'packed.zip/run.gpx': 'running',
      'packed.zip/deep.zip': 'unreadable: nested_too_deep',
      'stored.zip/run.gpx': 'running',
      'stored.zip/deep.zip': 'unreadable: nested_too_deep',
      'broken.zip': 'unreadable: cut_off',
      'ride.gpx': 'biking',
    });
    expect(await listAll(zip, { from: 3 })).toEqual(files.slice(3));
  });

  it('has names in any language, whether it says that they are in UTF-8 or not', async () => {
    const zip = await buildZip({ 'läufe/朝.gpx': run });
    const unsaid = changeZipEntry(zip, 'läufe/朝.gpx', 'flags', 0x8);
    for (const archive of [zip, unsaid])
      expect(describeFiles(await listAll(archive))).toEqual({
        'läufe/朝.gpx': 'running',
      });
  });

  const pair = { 'aa/one.gpx': run, 'aa/two.gpx': ride };
  const link = { content: 'aa/two.gpx', mode: 0o120777 };

  it.each([
    {
      problem: 'a name that leads out of it',
      build: async () => renameZipEntry(await buildZip(pair), 'aa/one.gpx', '../one.gpx'),
      name: '../one.gpx',
      reason: 'unsafe_name',
    },
    {
      problem: 'an absolute name',
      build: async () => renameZipEntry(await buildZip(pair), 'aa/one.gpx', '/a/one.gpx'),
      name: '/a/one.gpx',
      reason: 'unsafe_name',
    },
    {
      problem: 'a name with a drive',
      build: async () => renameZipEntry(await buildZip(pair), 'aa/one.gpx', 'C:/one.gpx'),
      name: 'C:/one.gpx',
      reason: 'unsafe_name',
    },
    {
      problem: 'a name that leads out of it by a backslash',
      build: async () =>
        renameZipEntry(await buildZip(pair), 'aa/one.gpx', '..\\one.gpx'),
      name: '../one.gpx',
      reason: 'unsafe_name',
    },
    {
      problem: 'a link',
      build: () => buildZip({ ...pair, 'aa/one.gpx': link }),
      reason: 'link',
    },
    {
      problem: 'a password',
      build: async () =>
        changeZipEntry(await buildZip(pair), 'aa/one.gpx', 'flags', 0x801),
      reason: 'encrypted',
    },
    {
      problem: 'an unknown compression',
      build: async () => changeZipEntry(await buildZip(pair), 'aa/one.gpx', 'method', 12),
      reason: 'unsupported_compression',
    },
    {
      problem: 'a wrong checksum',
      build: async () => changeZipEntry(await buildZip(pair), 'aa/one.gpx', 'crc32', 1),
      reason: 'damaged',
    },
    {
      problem: 'more bytes than it says',
      build: async () => changeZipEntry(await buildZip(pair), 'aa/one.gpx', 'size', 10),
      reason: 'damaged',
    },
    {
      problem: 'fewer bytes than it says',
      build: async () => changeZipEntry(await buildZip(pair), 'aa/one.gpx', 'size', 5000),
      reason: 'damaged',
    },
    {
      problem: 'bytes that are not compressed as it says',
      build: async () => {
        const stored = { content: randomBytes(300), compress: false };
        const zip = await buildZip({ ...pair, 'aa/one.gpx': stored });
        return changeZipEntry(zip, 'aa/one.gpx', 'method', 8);
      },
      reason: 'damaged',
    },
    {
      problem: 'more bytes than a file may have',
      build: async () => {
        const large = { content: Buffer.alloc(33 * 1024 * 1024), compress: false };
        return buildZip({ ...pair, 'aa/one.gpx': large });
      },
      reason: 'too_large',
    },
    {
      problem: 'a thousand times fewer bytes',
      build: () => buildZip({ ...pair, 'aa/one.gpx': Buffer.alloc(20 * 1024 * 1024) }),
      reason: 'too_compressed',
    },
    {
      problem: 'an archive in it with such a file',
      build: () => buildZip({ ...pair, 'aa/one.zip': Buffer.alloc(20 * 1024 * 1024) }),
      name: 'aa/one.zip',
      reason: 'too_compressed',
      others: pair,
    },
  ])('has one line for a file with $problem', async ({ build, reason, ...rest }) => {
    const { name = 'aa/one.gpx' } = rest;
    const described = describeFiles(await listAll(await build()));
    expect(described).toMatchObject({ [name]: `unreadable: ${reason}` });
    expect(described).toMatchObject({ 'aa/two.gpx': 'biking' });
  });

  it('has one line for a file that is partly another one', async () => {
    const zip = await buildZip(pair);
    const overlapping = changeZipEntry(zip, 'aa/two.gpx', 'header', 10);
    expect(describeFiles(await listAll(overlapping))).toEqual({
      'aa/one.gpx': 'running',
      'aa/two.gpx': 'unreadable: damaged',
    });
  });

  it('is one line if its end or its directory is missing', async () => {
    const zip = await buildZip(pair);
    const name = 'export.zip';
    expect(describeFiles(await listAll(zip.subarray(0, -30)))).toEqual({
      [name]: 'unreadable: cut_off',
    });
    expect(describeFiles(await listAll(zip.subarray(100)))).toEqual({
      [name]: 'skipped: unknown_kind',
    });
  });

  it('gives the files before a broken place of its directory, and one line for the rest', async () => {
    const zip = await buildZip({ ...pair, 'three.gpx': run });
    const at = zip.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    zip.write('XX', at);
    expect(describeFiles(await listAll(zip))).toEqual({
      'aa/one.gpx': 'running',
      'aa/two.gpx': 'biking',
      'export.zip': 'unreadable: damaged',
    });
  });

  it('has one line for all files after the first 20,000', async () => {
    const files = await listAll(buildEmptyFiles(20_010));
    expect(files).toHaveLength(20_001);
    expect(files.at(-1)).toMatchObject({
      number: 20_000,
      name: 'export.zip',
      decoded: { reason: 'too_many_files' },
    });
  });

  it('has one line for all files after 16 MB of names', async () => {
    const files = await listAll(buildEmptyFiles(300, 60_000));
    expect(files.length).toBeLessThan(290);
    expect(files.at(-1)).toMatchObject({
      name: 'export.zip',
      decoded: { reason: 'too_complex' },
    });
  });

  it('throws the error of a store that cannot be read, at any place', async () => {
    const zip = await buildZip({ ...pair, 'in.zip': await buildZip(pair) });
    const { size, read } = toSource(zip);
    let reads = 0;
    const countReads: typeof read = (...range) => {
      reads += 1;
      return read(...range);
    };
    await listAll({ size, read: countReads });
    const failure = new Error('The store is busy.');
    for (let failing = 1; failing <= reads; failing += 1) {
      let left = failing;
      const source = {
        size,
        read: async (...range: Parameters<typeof read>) => {
          left -= 1;
          if (left === 0) throw failure;
          return read(...range);
        },
      };
      await expect(listAll(source)).rejects.toBe(failure);
    }
  });
});
