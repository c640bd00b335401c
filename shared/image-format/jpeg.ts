import {
  exifPrefix,
  type ImageFormat,
  type ImageHeader,
  readOrientation,
} from './format.ts';

const endOfImage = Buffer.of(0xff, 0xd9);
const startOfScan = 0xda;
const application1 = 0xe1;
/** Baseline, extended and progressive frames. No browser supports the other kinds. */
const startsOfFrame = [0xc0, 0xc1, 0xc2];

interface Segment {
  marker: number;
  /** The offset of the marker. */
  offset: number;
  data: Buffer;
}

/** JPEG (ITU-T T.81 annex B, EXIF 2.3 section 4.7.2). */
export const jpeg: ImageFormat = {
  type: 'image/jpeg',
  matches: (bytes) => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff,

  readHeader(bytes) {
    let size: Pick<ImageHeader, 'width' | 'height'> | undefined;
    let orientation: number | undefined;
    for (const segment of readSegments(bytes)) {
      const { marker, offset, data } = segment;
      if (startsOfFrame.includes(marker)) {
        // The first byte of a frame header is the sample precision.
        const height = data.readUInt16BE(1);
        const width = data.readUInt16BE(3);
        size = { width, height };
      }
      if (isExif(segment))
        orientation ??= readOrientation(data.subarray(exifPrefix.length));

      // Compressed data never contains the end marker, so it is missing from a truncated image.
      const isComplete = marker === startOfScan && bytes.includes(endOfImage, offset);
      if (size && isComplete)
        return { ...size, frames: 1, orientation: orientation ?? 1 };
    }
    return undefined;
  },
};

/** Reads the segments from the start of the image to the header of the first scan. */
function* readSegments(bytes: Buffer): Generator<Segment> {
  // The image starts with a marker of 2 bytes.
  let offset = 2;
  let marker: number;
  do {
    offset = findMarker(bytes, offset);
    marker = bytes.readUInt8(offset);
    const length = bytes.readUInt16BE(offset + 1);
    if (length < 2) return;

    const end = offset + 1 + length;
    yield { marker, offset, data: bytes.subarray(offset + 3, end) };
    offset = end;
  } while (marker !== startOfScan);
}

/** Returns the offset of the next marker, after its fill bytes. */
function findMarker(bytes: Buffer, start: number): number {
  let offset = start;
  while (bytes.readUInt8(offset) !== 0xff) offset += 1;
  while (bytes.readUInt8(offset) === 0xff) offset += 1;
  return offset;
}

function isExif({ marker, data }: Segment): boolean {
  if (marker !== application1) return false;
  return data.toString('latin1', 0, exifPrefix.length) === exifPrefix;
}
