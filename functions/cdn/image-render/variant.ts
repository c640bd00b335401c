import { compact } from '#shared/runtime/compact.ts';

/**
 * A requested variant of an image: at its original size, or resized to fit a box. The box may have
 * only a width or only a height.
 */
export interface Variant {
  id: string;
  width?: number;
  height?: number;
}

/** Matches the path of an image, e.g. `/images/<id>` or `/images/w_320,h_240/<id>`. */
const pattern = /^\/images\/(?:w_(\d*),h_(\d*)\/)?([0-9a-z]{36})$/;
/** In pixels. */
const maxSide = 4096;

/** Returns the variant at a path of the CDN, or undefined if it is not the path of an image. */
export function parseVariant(path: string): Variant | undefined {
  const [, width, height, id] = pattern.exec(path) ?? [];
  if (id === undefined) return undefined;
  return compact({
    id,
    width: parseSide(width),
    height: parseSide(height),
  });
}

/** Returns whether each side that a variant's box has is from 1 to 4096. */
export function isInRange({ width, height }: Variant): boolean {
  return isValidSide(width) && isValidSide(height);
}

function isValidSide(side: number | undefined): boolean {
  return side === undefined || (side >= 1 && side <= maxSide);
}

function parseSide(digits = ''): number | undefined {
  return digits === '' ? undefined : Number(digits);
}
