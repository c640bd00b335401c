import { isSideways } from './exif.ts';
import type { ImageFormat, ImageHeader } from './format.ts';
import { gif } from './gif.ts';
import { jpeg } from './jpeg.ts';
import { png } from './png.ts';
import { webp } from './webp.ts';

const formats: readonly ImageFormat[] = [jpeg, png, webp, gif];

/** An image as it was sent, with what its header says. */
export interface ImageFile {
  bytes: Buffer;
  /** The real media type, whatever the sender declared. */
  type: ImageFormat['type'];
  /** As it is to be seen: the orientation is taken into account. */
  width: number;
  height: number;
  /** Frames of an animation; 1 for any other image. */
  frames: number;
}

const formatOf = (bytes: Buffer) => formats.find(({ begins }) => begins(bytes));

/** Whether the first bytes are those of a JPEG, PNG, WebP or GIF (decision I3). */
export function isImageFile(bytes: Buffer): boolean {
  return formatOf(bytes) !== undefined;
}

/**
 * Reads what an image's structure says of it, without decoding any of it; undefined where it is damaged or cut short,
 * or none of the four formats.
 */
export function readImageFile(bytes: Buffer): ImageFile | undefined {
  const format = formatOf(bytes);
  const measures = format && measureWhole(format, bytes);
  if (!format || !measures || measures.width === 0 || measures.height === 0) return undefined;
  const { width, height, frames, orientation } = measures;
  const seen = isSideways(orientation) ? { width: height, height: width } : { width, height };
  return { bytes, type: format.type, ...seen, frames };
}

function measureWhole(format: ImageFormat, bytes: Buffer): ImageHeader | undefined {
  try {
    return format.measure(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
