import { type ImageFormat, readOrientation } from './format.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

interface Chunk {
  type: string;
  data: Buffer;
}

/** PNG (W3C PNG specification, third edition, section 11). An animation counts as one frame. */
export const png: ImageFormat = {
  type: 'image/png',
  matches: (bytes) => bytes.subarray(0, signature.length).equals(signature),

  readHeader(bytes) {
    const [header, ...others] = readChunks(bytes);
    const hasPixels = others.some(({ type }) => type === 'IDAT');
    if (header?.type !== 'IHDR' || !hasPixels) return undefined;

    const exif = others.find(({ type }) => type === 'eXIf');
    return {
      width: header.data.readUInt32BE(0),
      height: header.data.readUInt32BE(4),
      frames: 1,
      orientation: exif ? readOrientation(exif.data) : 1,
    };
  },
};

/** Reads the chunks. Each has the length of its data, its type, the data and a checksum. */
function* readChunks(bytes: Buffer): Generator<Chunk> {
  let offset = signature.length;
  let type: string;
  do {
    const length = bytes.readUInt32BE(offset);
    const start = offset + 8;
    const end = start + length;
    type = bytes.toString('latin1', offset + 4, start);
    // Reading the checksum after the data throws if the chunk is truncated.
    bytes.readUInt32BE(end);
    yield { type, data: bytes.subarray(start, end) };
    offset = end + 4;
  } while (type !== 'IEND');
}
