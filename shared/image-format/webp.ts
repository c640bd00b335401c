import { exifOrientation } from './exif.ts';
import type { ImageFormat, ImageHeader } from './format.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

const exifPrefix = 'Exif\0\0';

function* chunks(riff: Buffer): Generator<Chunk> {
  for (let at = 12; at < riff.length; ) {
    const length = riff.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > riff.length) throw new RangeError('A chunk ends after the file.');
    yield { type: riff.toString('latin1', at, at + 4), data: riff.subarray(at + 8, end) };
    at = end + (length % 2);
  }
}

/** How each chunk that names the size of the canvas or of the image does so. */
const sizes: Record<string, (data: Buffer) => Pick<ImageHeader, 'width' | 'height'>> = {
  VP8X: (data) => ({ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }),
  'VP8 ': (data) => ({
    width: data.readUInt16LE(6) & 0x3fff,
    height: data.readUInt16LE(8) & 0x3fff,
  }),
  VP8L: (data) => {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  },
};

/** WebP (RFC 9649). */
export const webp: ImageFormat = {
  type: 'image/webp',
  begins: (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',

  measure(bytes) {
    const end = 8 + bytes.readUInt32LE(4);
    if (end > bytes.length) return undefined;
    const all = [...chunks(bytes.subarray(0, end))];
    const [first] = all;
    const size = first && sizes[first.type]?.(first.data);
    const frames = all.filter(({ type }) => ['VP8 ', 'VP8L', 'ANMF'].includes(type)).length;
    if (!size || frames === 0) return undefined;
    return { ...size, frames, orientation: orientationOf(all) };
  },
};

/** Some writers put the prefix that a JPEG wants before the EXIF block, some do not. */
function orientationOf(all: readonly Chunk[]): number {
  const exif = all.find(({ type }) => type === 'EXIF')?.data;
  if (!exif) return 1;
  return exifOrientation(exif.toString('latin1', 0, 6) === exifPrefix ? exif.subarray(6) : exif);
}
