import { gzipSync } from 'node:zlib';
import { maxFileBytes } from '#functions/diary/file-import/formats/decode-file.ts';

/** Bytes for the beginning and the end of a file that is as large as it may be. */
const margin = 1024;

/** Repeats a text or bytes until a file has almost as many bytes as it may have. */
function fill(part: string | Uint8Array): Buffer {
  return Buffer.alloc(maxFileBytes - margin, part);
}

function toGpx(inside: string): Buffer {
  const [start, end] = ['<gpx><trk><trkseg>', '</trkseg></trk></gpx>'];
  const whole = inside.length * Math.floor((maxFileBytes - margin) / inside.length);
  return Buffer.concat([
    Buffer.from(start),
    fill(inside).subarray(0, whole),
    Buffer.from(end),
  ]);
}

function toFit(...data: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(12, 0);
  header.writeUInt32LE(Buffer.concat(data).length, 4);
  header.write('.FIT', 8);
  return Buffer.concat([header, ...data]);
}

/** A definition of a record with a time and a heart rate. */
const recordDefinition = Buffer.from([0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 2]);
const point = '<trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt>';
const attributes = Array.from({ length: 300 }, (_, index) => `a${index}=""`);

/** Builds the files that take longest, each as large as a file may be. */
export const hostileFiles: Readonly<Record<string, () => Buffer>> = {
  'FIT: definitions': () => toFit(fill(Buffer.from([0x40, 0, 0, 18, 0, 0]))),
  'FIT: messages without bytes': () =>
    toFit(Buffer.from([0x40, 0, 0, 20, 0, 0]), fill(Buffer.from([0]))),
  'FIT: records': () =>
    toFit(recordDefinition, fill(Buffer.from([0, 0, 0, 0, 0x40, 120]))),
  'FIT: chained files': () => fill(toFit(Buffer.from([0x40, 0, 0, 18, 0, 0]))),
  'GPX: elements': () => toGpx('<a/>'),
  'GPX: points': () => toGpx(point),
  'GPX: attributes': () => toGpx(`<a ${attributes.join(' ')}/>`),
  'GPX: long names': () => toGpx(`<${'a'.repeat(5000)}/>`),
  'GPX: lines': () => toGpx(`<a>${'\n'.repeat(10_000)}</a>`),
  'GPX: tracks': () => toGpx(`</trkseg></trk><trk><trkseg>${point}`),
  'GPX: CDATA': () => toGpx('<![CDATA[]]>'),
  'GPX: UTF-16': () =>
    Buffer.from(
      toGpx(point)
        .subarray(0, maxFileBytes / 2)
        .toString(),
      'utf16le',
    ),
  'gzip: 1 GB of zeros': () => gzipSync(Buffer.alloc(1024 ** 3)),
};
