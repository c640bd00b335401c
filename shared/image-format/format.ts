/** The facts in the header of an image. */
export interface ImageHeader {
  width: number;
  height: number;
  /** The number of frames of an animation; 1 for any other image. */
  frames: number;
  /** The EXIF orientation, 1 to 8. Defaults to 1. */
  orientation: number;
}

/** A format in which images can be uploaded. */
export interface ImageFormat {
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
  /** Returns whether the first bytes identify this format. */
  matches(bytes: Buffer): boolean;
  /**
   * Reads the header and the structure of an image, without decoding it. Returns undefined if the
   * image violates the format. Throws a RangeError if it is truncated.
   */
  readHeader(bytes: Buffer): ImageHeader | undefined;
}

/** The bytes before an EXIF block in a JPEG, and in some WebP images. */
export const exifPrefix = 'Exif\0\0';

const orientationTag = 0x0112;
/** The length of a directory entry: its tag, type and count, and at byte 8 its value (TIFF 6.0). */
const entryLength = 12;

/**
 * Reads the orientation, 1 to 8, from an EXIF block that begins with its TIFF header. Returns 1 if
 * the block is malformed or has no orientation, because the image can be shown without it.
 */
export function readOrientation(tiff: Buffer): number {
  try {
    const value = findOrientation(tiff) ?? 1;
    return value >= 1 && value <= 8 ? value : 1;
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** Returns whether an orientation swaps width and height. */
export function isSideways(orientation: number): boolean {
  return orientation >= 5;
}

/** Finds the orientation in the first directory. Throws a RangeError if the block is truncated. */
function findOrientation(tiff: Buffer): number | undefined {
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const readShort = (offset: number) =>
    isLittleEndian ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset);

  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = readShort(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryLength;
    const tag = readShort(entry);
    if (tag === orientationTag) return readShort(entry + 8);
  }
  return undefined;
}
