import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { compact } from '#shared/runtime/compact.ts';
import type { Variant } from './variant.ts';

/** The function's memory gives it two processors, and it renders one image at a time. */
sharp.concurrency(2);

/**
 * The loader of JPEG files with a gain map cannot decode a grey base image. Without it, the base
 * image of each is read as that of any JPEG.
 */
sharp.block({ operation: ['VipsForeignLoadUhdr'] });

/** The pixels of all frames together. No upload has more. */
const limitInputPixels = 65_000_000;
/** Options that decode the first frame, and as much of a damaged image as possible. */
const firstFrameOptions: SharpOptions = { limitInputPixels, failOn: 'none' };
/** Options that decode all frames of an animation. */
const allFramesOptions: SharpOptions = { ...firstFrameOptions, animated: true };
/** Less than the timeout of the function, so that the client receives an error message. */
const timeout = { seconds: 20 };

/**
 * Renders a variant: upright, resized to fit the box and never enlarged, in the same format. Of the
 * metadata, only the color profile is kept. Throws if the image cannot be decoded.
 */
export async function render(
  original: Buffer,
  { width, height }: Variant,
): Promise<Buffer> {
  const box = compact({ width, height });
  const resize = (image: Sharp) =>
    image
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .keepIccProfile()
      .timeout(timeout);

  const metadata = await sharp(original, firstFrameOptions).metadata();
  const { pages = 1, orientation = 1 } = metadata;
  const all = sharp(original, allFramesOptions);
  if (pages > 1 && orientation > 1) {
    const first = sharp(original, firstFrameOptions);
    return rotateAnimation({ first, all, metadata }, resize);
  }
  const image = keepColorSpace(resize(all), metadata);
  return withFastGif(image, metadata).toBuffer();
}

/**
 * Returns what is wrong with an image for which `render` threw, or undefined if all its frames can
 * be decoded.
 */
export async function findProblem(
  original: Buffer,
  error: Error,
): Promise<string | undefined> {
  if (error.message.startsWith('timeout:')) {
    return 'rendering this animation timed out; request a smaller size';
  }
  try {
    // Only decoding every pixel is reliable: sharp's statistics skip what they cannot read.
    await sharp(original, allFramesOptions).raw().toBuffer();
    return undefined;
  } catch {
    return 'the image is damaged and cannot be displayed';
  }
}

/** Color spaces whose profile does not survive sharp's conversion to sRGB (decision 0031). */
const keptColorSpaces = new Set(['b-w', 'grey16', 'rgb16']);

function keepColorSpace(image: Sharp, { space, hasProfile }: Metadata): Sharp {
  const isKept = hasProfile && keptColorSpaces.has(space);
  return isKept ? image.toColourspace(space) : image;
}

/**
 * Lowers the effort for the palettes of an animated GIF, which saves most of the time and is hardly
 * visible.
 */
function withFastGif(image: Sharp, { format, pages = 1 }: Metadata): Sharp {
  const isAnimatedGif = format === 'gif' && pages > 1;
  return isAnimatedGif ? image.gif({ effort: 1 }) : image;
}

/** An animation as sharp decodes it. */
export interface Animation {
  /** Decodes the first frame only, with its orientation, which `resize` applies. */
  first: Sharp;
  /** Decodes all frames. */
  all: Sharp;
  metadata: Metadata;
}

/** The rotation that makes an image upright. */
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
async function rotateAnimation(
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
