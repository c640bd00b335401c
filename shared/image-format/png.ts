import { exifOrientation } from './exif.ts';
import type { ImageFormat } from './format.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function* chunks(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  let at = signature.length;
  let type: string;
  do {
    const end = at + 8 + bytes.readUInt32BE(at);
    type = bytes.toString('latin1', at + 4, at + 8);
    // Every chunk is followed by its checksum, so reading that shows whether the chunk is there to its end.
    bytes.readUInt32BE(end);
    yield { type, data: bytes.subarray(at + 8, end) };
    at = end + 4;
  } while (type !== 'IEND');
}

/** PNG (W3C PNG specification, third edition, section 11). Of an animated one, only the first frame counts. */
export const png: ImageFormat = {
  type: 'image/png',
  begins: (bytes) => bytes.subarray(0, signature.length).equals(signature),

  measure(bytes) {
    const [header, ...others] = chunks(bytes);
    if (header?.type !== 'IHDR' || !others.some(({ type }) => type === 'IDAT')) return undefined;
    const exif = others.find(({ type }) => type === 'eXIf');
    return {
      width: header.data.readUInt32BE(0),
      height: header.data.readUInt32BE(4),
      frames: 1,
      orientation: exif ? exifOrientation(exif.data) : 1,
    };
  },
};
