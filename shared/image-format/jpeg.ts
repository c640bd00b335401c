import { exifOrientation } from './exif.ts';
import type { ImageFormat, ImageHeader } from './format.ts';

const endOfImage = Buffer.of(0xff, 0xd9);
const startOfScan = 0xda;
const application1 = 0xe1;
/** Baseline, extended and progressive; no browser shows the other kinds. */
const frames = [0xc0, 0xc1, 0xc2];
const exifPrefix = 'Exif\0\0';

/** The marker segments from the start of the image up to and including the first scan's header. */
function* segments(bytes: Buffer): Generator<{ marker: number; at: number; data: Buffer }> {
  let at = 2;
  let marker: number;
  do {
    while (bytes.readUInt8(at) !== 0xff) at += 1;
    while (bytes.readUInt8(at) === 0xff) at += 1;
    marker = bytes.readUInt8(at);
    const length = bytes.readUInt16BE(at + 1);
    if (length < 2) return;
    yield { marker, at, data: bytes.subarray(at + 3, at + 1 + length) };
    at += 1 + length;
  } while (marker !== startOfScan);
}

/** JPEG (ITU-T T.81 annex B, EXIF 2.3 section 4.7.2). */
export const jpeg: ImageFormat = {
  type: 'image/jpeg',
  begins: (bytes) => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff,

  measure(bytes) {
    let size: Pick<ImageHeader, 'width' | 'height'> | undefined;
    let orientation: number | undefined;
    for (const { marker, at, data } of segments(bytes)) {
      if (frames.includes(marker))
        size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) };
      if (marker === application1 && data.toString('latin1', 0, 6) === exifPrefix)
        orientation ??= exifOrientation(data.subarray(6));
      // Compressed data never contain this pair of bytes: its absence means that the end is missing.
      if (marker === startOfScan && size && bytes.includes(endOfImage, at))
        return { ...size, frames: 1, orientation: orientation ?? 1 };
    }
    return undefined;
  },
};
