import sharp, { type Metadata, type Sharp } from 'sharp';
import { compact } from '#shared/runtime/compact.ts';

/** An animation as sharp decodes it. */
export interface Animation {
  /** Decodes the first frame only, with its orientation, which `resize` applies. */
  first: Sharp;
  /** Decodes all frames. */
  all: Sharp;
  metadata: Metadata;
}

/** What makes an image upright. */
interface Rotation {
  /** Clockwise, before mirroring. */
  degrees: number;
  /** Whether to mirror from left to right. */
  isMirrored: boolean;
}

/** The rotation for each EXIF orientation. */
const rotations: Readonly<Record<number, Rotation>> = {
  2: { degrees: 0, isMirrored: true },
  3: { degrees: 180, isMirrored: false },
  4: { degrees: 180, isMirrored: true },
  5: { degrees: 270, isMirrored: true },
  6: { degrees: 90, isMirrored: false },
  7: { degrees: 90, isMirrored: true },
  8: { degrees: 270, isMirrored: false },
};
const noRotation: Rotation = { degrees: 0, isMirrored: false };

/** The longest time for a frame that sharp supports, in milliseconds. WebP itself allows hours. */
const maxDelay = 65_535;

/**
 * Rotates an animation frame by frame, because sharp cannot rotate it as a whole. Of JPEG, PNG, GIF
 * and WebP, only WebP has animations with an orientation.
 *
 * All frames are decoded at once, because a frame can be decoded only after all earlier frames. The
 * first frame comes from the original, because it carries the color profile.
 */
export async function rotateAnimation(
  { first, all, metadata }: Animation,
  resize: (image: Sharp) => Sharp,
): Promise<Buffer> {
  const { pages = 1, orientation = 1, delay, loop } = metadata;
  const rotation = rotations[orientation] ?? noRotation;
  const rotateFrame = await createFrameRotator(all, pages, rotation);

  const frames: Buffer[] = [];
  for (let page = 0; page < pages; page += 1) {
    const frame = page === 0 ? first : rotateFrame(page);
    // TIFF, because sharp copies the color profile into it without validating it.
    const resized = resize(frame).tiff({ compression: 'none' });
    frames.push(await resized.toBuffer());
  }

  const delays = delay?.map((ms) => Math.min(ms, maxDelay));
  return sharp(frames, { join: { animated: true } })
    .keepIccProfile()
    .webp(compact({ delay: delays, loop }))
    .toBuffer();
}

/** Decodes all frames. Returns a function that rotates one of them. */
async function createFrameRotator(
  all: Sharp,
  pages: number,
  { degrees, isMirrored }: Rotation,
): Promise<(page: number) => Sharp> {
  const decoded = all.keepIccProfile().raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const raw = { width, height: info.height / pages, channels };
  const size = data.length / pages;
  return (page) => {
    const frame = data.subarray(page * size, (page + 1) * size);
    return sharp(frame, { raw }).rotate(degrees).flop(isMirrored);
  };
}
