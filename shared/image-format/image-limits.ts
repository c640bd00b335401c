import type { ImageFile } from './image-format.ts';

/** The limits of an uploaded image. */
export interface ImageLimits {
  maxBytes: number;
  /**
   * The limit of the width and of the height, in pixels. A narrow image with many rows is slow to
   * decode, too.
   */
  maxSide: number;
  /** The limit of width times height of a still image. */
  maxPixels: number;
  /**
   * The limits of an animation. `maxPixels` counts width times height times frames, because each
   * frame is rendered separately.
   */
  animation: { maxPixels: number; maxFrames: number };
}

/** Returns the message about a limit that an image exceeds, or undefined if it exceeds none. */
export function findLimitProblem(
  image: ImageFile,
  limits: ImageLimits,
): string | undefined {
  const side = Math.max(image.width, image.height);
  if (side > limits.maxSide) {
    return `must be at most ${limits.maxSide} pixels wide and high; it has a side of ${side}`;
  }
  return image.frames === 1
    ? findStillProblem(image, limits)
    : findAnimationProblem(image, limits);
}

function findStillProblem(
  { width, height }: ImageFile,
  { maxPixels }: ImageLimits,
): string | undefined {
  const pixels = width * height;
  if (pixels <= maxPixels) return undefined;
  return `must have at most ${maxPixels} pixels; it has ${pixels}`;
}

function findAnimationProblem(
  { width, height, frames }: ImageFile,
  { animation: { maxFrames, maxPixels } }: ImageLimits,
): string | undefined {
  if (frames > maxFrames)
    return `must have at most ${maxFrames} frames; it has ${frames}`;

  const pixels = width * height * frames;
  if (pixels <= maxPixels) return undefined;
  return `must have at most ${maxPixels} pixels across all frames; it has ${pixels}`;
}
