import { type ImageFormat, type ImageHeader, isSideways } from './format.ts';
import { gif } from './gif.ts';
import { jpeg } from './jpeg.ts';
import { png } from './png.ts';
import { webp } from './webp.ts';

const formats: readonly ImageFormat[] = [jpeg, png, webp, gif];

/** An uploaded image, with what its header states. */
export interface ImageFile {
  bytes: Buffer;
  /** The media type of the bytes, whatever the client declared. */
  type: ImageFormat['type'];
  /** The width and height as the image is shown, with its orientation applied. */
  width: number;
  height: number;
  /** The number of frames of an animation; 1 for any other image. */
  frames: number;
}

/** Returns whether the first bytes are those of a JPEG, PNG, WebP or GIF. */
export function isImageFile(bytes: Buffer): boolean {
  return findFormat(bytes) !== undefined;
}

/** The major brands of HEIF files with HEVC images (ISO/IEC 23008-12, annex B). */
const heicBrands = new Set([
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'mif1',
  'msf1',
]);

/** Returns whether a file is a HEIC, in which many phones store photographs. */
export function isHeicFile(bytes: Buffer): boolean {
  const isMediaFile = bytes.toString('latin1', 4, 8) === 'ftyp';
  return isMediaFile && heicBrands.has(bytes.toString('latin1', 8, 12));
}

/**
 * Reads the structure of an image without decoding it. Returns undefined if the image is damaged,
 * truncated or in another format.
 */
export function readImageFile(bytes: Buffer): ImageFile | undefined {
  const format = findFormat(bytes);
  const header = format && readHeader(format, bytes);
  if (!format || !header) return undefined;

  const { width, height, frames, orientation } = header;
  if (width === 0 || height === 0) return undefined;
  const size = isSideways(orientation)
    ? { width: height, height: width }
    : { width, height };
  return { bytes, type: format.type, ...size, frames };
}

function findFormat(bytes: Buffer): ImageFormat | undefined {
  return formats.find((format) => format.matches(bytes));
}

function readHeader(format: ImageFormat, bytes: Buffer): ImageHeader | undefined {
  try {
    return format.readHeader(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
