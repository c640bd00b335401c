import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Variant } from './variant.ts';

/** Of all frames together; uploads have no more (decision I3), and nothing else is to be decoded. */
const limitInputPixels = 50_000_000;
/** What can be read of a damaged picture is better than no picture. */
const reading: SharpOptions = { limitInputPixels, failOn: 'none' };

/**
 * Makes a variant of a picture: turned upright, fitted into the box and never enlarged, in the same format, with its
 * colour profile and without any other metadata (decision I5). Throws where the picture cannot be decoded.
 */
export async function render(original: Buffer, { width, height }: Variant): Promise<Buffer> {
  const box = { ...(width && { width }), ...(height && { height }) };
  const fitted = (picture: Sharp) =>
    picture
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .keepIccProfile();
  const metadata = await sharp(original, reading).metadata();
  const { pages = 1, orientation = 1 } = metadata;
  if (pages > 1 && orientation > 1) return joinTurned(original, metadata, fitted);
  return inOwnColours(fitted(sharp(original, { ...reading, animated: true })), metadata).toBuffer();
}

/** A grey picture with a profile stays grey, of 16 bits too: the profile is not one of colours. */
function inOwnColours(picture: Sharp, { space, hasProfile }: Metadata): Sharp {
  const isGrey = space === 'b-w' || space === 'grey16';
  return isGrey && hasProfile ? picture.toColourspace('b-w') : picture;
}

/** Turns an animation, which can only be done frame by frame. Of the four formats, only WebP can have both. */
async function joinTurned(
  original: Buffer,
  { pages = 1, delay, loop }: Metadata,
  fitted: (picture: Sharp) => Sharp,
): Promise<Buffer> {
  const frames = await Array.fromAsync(Array(pages).keys(), (page) =>
    fitted(sharp(original, { ...reading, page }))
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  return sharp(frames, { join: { animated: true } })
    .keepIccProfile()
    .webp({ ...(delay && { delay }), ...(loop !== undefined && { loop }) })
    .toBuffer();
}
