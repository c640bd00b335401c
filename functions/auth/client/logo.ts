import { readImageFile } from '#shared/image-format/image-format.ts';

/** Maximum size of a logo in bytes. It is small because the consent page contains the logo. */
export const maxLogoBytes = 32_768;
/** Minimum width and height in pixels. */
const minSide = 32;
/** Maximum width and height in pixels. */
const maxSide = 1024;

/** The stored logo of a client. */
export interface Logo {
  /** The media type, e.g. `image/png`. */
  type: string;
  bytes: Uint8Array;
  /** In pixels, with the orientation applied. */
  width: number;
  height: number;
}

/** Reads a logo from the bytes of a file. Returns the problem if the file cannot be a logo. */
export function readLogo(bytes: Buffer): Logo | { problem: string } {
  const image = readImageFile(bytes);
  if (!image) return { problem: 'must be an undamaged JPEG, PNG, WebP or GIF image' };

  const { type, width, height, frames } = image;
  const problem = findSizeProblem(
    bytes.length,
    Math.min(width, height),
    Math.max(width, height),
  );
  if (problem) return { problem };
  if (frames > 1) return { problem: 'must not be animated' };
  return { type, bytes, width, height };
}

function findSizeProblem(
  byteCount: number,
  shortSide: number,
  longSide: number,
): string | undefined {
  if (byteCount > maxLogoBytes)
    return `must have at most ${maxLogoBytes} bytes, but has ${byteCount}; 128 pixels are enough`;
  if (longSide > maxSide) return `must be at most ${maxSide} pixels wide and high`;
  if (shortSide < minSide) return `must be at least ${minSide} pixels wide and high`;
  return undefined;
}
