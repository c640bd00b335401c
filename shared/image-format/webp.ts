import {
  exifPrefix,
  type ImageFormat,
  type ImageHeader,
  readOrientation,
} from './format.ts';

const frameTypes = ['VP8 ', 'VP8L', 'ANMF'];

interface Chunk {
  type: string;
  data: Buffer;
}

type Size = Pick<ImageHeader, 'width' | 'height'>;

/** WebP (RFC 9649). */
export const webp: ImageFormat = {
  type: 'image/webp',
  matches(bytes) {
    const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF';
    return isRiff && bytes.toString('latin1', 8, 12) === 'WEBP';
  },

  readHeader(bytes) {
    const end = 8 + bytes.readUInt32LE(4);
    if (end > bytes.length) return undefined;

    const chunks = [...readChunks(bytes.subarray(0, end))];
    const [first] = chunks;
    const size = first && sizeReaders[first.type]?.(first.data);
    const frames = chunks.filter(({ type }) => frameTypes.includes(type));
    if (!size || frames.length === 0) return undefined;
    return {
      ...size,
      frames: frames.length,
      orientation: findOrientation(chunks),
    };
  },
};

/**
 * The readers of the image's size in the first chunk, by the type of that chunk. `VP8X` and `VP8L`
 * store the width and the height minus 1. In `VP8 ` and `VP8L`, each of them has 14 bits.
 */
const sizeReaders: Record<string, (data: Buffer) => Size> = {
  VP8X(data) {
    const width = data.readUIntLE(4, 3) + 1;
    const height = data.readUIntLE(7, 3) + 1;
    return { width, height };
  },
  'VP8 '(data) {
    const width = data.readUInt16LE(6) & 0x3fff;
    const height = data.readUInt16LE(8) & 0x3fff;
    return { width, height };
  },
  VP8L(data) {
    const bits = data.readUInt32LE(1);
    const width = (bits & 0x3fff) + 1;
    const height = ((bits >> 14) & 0x3fff) + 1;
    return { width, height };
  },
};

/** Reads the chunks. Each has its type, the length of its data, the data and maybe a pad byte. */
function* readChunks(riff: Buffer): Generator<Chunk> {
  // The chunks follow the file header.
  let offset = 12;
  while (offset < riff.length) {
    const start = offset + 8;
    const length = riff.readUInt32LE(offset + 4);
    const end = start + length;
    if (end > riff.length) throw new RangeError('A chunk ends after the file.');

    const type = riff.toString('latin1', offset, offset + 4);
    yield { type, data: riff.subarray(start, end) };
    offset = end + (length % 2);
  }
}

/**
 * Returns the orientation in the EXIF chunk, or 1 if there is none. Some programs write the prefix
 * of JPEG before the EXIF block, others do not.
 */
function findOrientation(chunks: readonly Chunk[]): number {
  const exif = chunks.find(({ type }) => type === 'EXIF')?.data;
  if (!exif) return 1;
  const hasPrefix = exif.toString('latin1', 0, exifPrefix.length) === exifPrefix;
  return readOrientation(hasPrefix ? exif.subarray(exifPrefix.length) : exif);
}
