import { readImageFile } from '#shared/image-format/image-format.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';

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

/** Why a file cannot be a logo, as a sentence without its subject. */
export const logoFaults = {
  format: () => 'must be an undamaged JPEG, PNG, WebP or GIF image',
  too_heavy: (byteCount: number) =>
    `must have at most ${maxLogoBytes} bytes, but has ${byteCount}; 128 pixels are enough`,
  too_large: () => `must be at most ${maxSide} pixels wide and high`,
  too_small: () => `must be at least ${minSide} pixels wide and high`,
  animated: () => 'must not be animated',
};
export type LogoFault = keyof typeof logoFaults;

/** Reads a logo from the bytes of a file. Fails if the file cannot be a logo. */
export function readLogo(bytes: Buffer): Result<Logo, LogoFault> {
  const image = readImageFile(bytes);
  if (!image) return failure('format');
  if (bytes.length > maxLogoBytes) return failure('too_heavy');

  const { type, width, height, frames } = image;
  if (Math.max(width, height) > maxSide) return failure('too_large');
  if (Math.min(width, height) < minSide) return failure('too_small');
  if (frames > 1) return failure('animated');
  return success({ type, bytes, width, height });
}
