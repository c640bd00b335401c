import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import { rotateAnimation } from './rotate-animation.ts';
import type { Variant } from './variant.ts';

/** Lambda gives a function of this memory two processors, and it makes one image at a time. */
sharp.concurrency(2);

/** Of all frames together; uploads have no more (decision I3), and nothing else is to be decoded. */
const limitInputPixels = 50_000_000;
/** What can be read of a damaged image is better than no image. */
const reading: SharpOptions = { limitInputPixels, failOn: 'none' };
const readingAll: SharpOptions = { ...reading, animated: true };
/** Less than the function has, so that whoever asked for too much is told so. */
const timeout = { seconds: scaleTimeLimit(20) };

/**
 * Makes a variant of an image: turned upright, fitted into the box and never enlarged, in the same format, with its
 * colour profile and without any other metadata (decision I5). Throws where the image cannot be decoded.
 */
export async function render(original: Buffer, { width, height }: Variant): Promise<Buffer> {
  const box = { ...(width && { width }), ...(height && { height }) };
  const fitted = (image: Sharp) =>
    image
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .keepIccProfile()
      .timeout(timeout);
  const metadata = await sharp(original, reading).metadata();
  const { pages = 1, orientation = 1 } = metadata;
  if (pages > 1 && orientation > 1)
    return rotateAnimation(
      { first: sharp(original, reading), all: sharp(original, readingAll) },
      metadata,
      fitted,
    );
  const image = keepColourSpace(fitted(sharp(original, readingAll)), metadata);
  return withFastGif(image, metadata).toBuffer();
}

/** What is wrong with an image that made `render` throw; undefined where it is sound, for then the fault is ours. */
export async function findProblem(original: Buffer, error: Error): Promise<string | undefined> {
  if (error.message.startsWith('timeout:'))
    return 'rendering this animation timed out; request a smaller size';
  try {
    // To decode every pixel is the only test: sharp's statistics pass over what it cannot read.
    await sharp(original, readingAll).raw().toBuffer();
    return undefined;
  } catch {
    return 'the image is damaged and cannot be displayed';
  }
}

/**
 * Whose profile would not outlive the way to the colours of a screen: one of grey is not one of colours, and what sharp
 * keeps of one while it also turns an image of 16 bits is whatever lies in memory by then.
 */
const ownColours = new Set(['b-w', 'grey16', 'rgb16']);

function keepColourSpace(image: Sharp, { space, hasProfile }: Metadata): Sharp {
  return hasProfile && ownColours.has(space) ? image.toColourspace(space) : image;
}

/** sharp chooses the colours of each frame of a GIF with a care that takes several times as long, and is hardly seen. */
function withFastGif(image: Sharp, { format, pages = 1 }: Metadata): Sharp {
  return format === 'gif' && pages > 1 ? image.gif({ effort: 1 }) : image;
}
