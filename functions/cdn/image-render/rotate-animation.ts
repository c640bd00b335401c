import sharp, { type Metadata, type Sharp } from 'sharp';

/** How each EXIF orientation is made upright: turned clockwise, and then mirrored from left to right. */
const turns: Readonly<Record<number, { isMirrored: boolean; degrees: number }>> = {
  2: { isMirrored: true, degrees: 0 },
  3: { isMirrored: false, degrees: 180 },
  4: { isMirrored: true, degrees: 180 },
  5: { isMirrored: true, degrees: 270 },
  6: { isMirrored: false, degrees: 90 },
  7: { isMirrored: true, degrees: 90 },
  8: { isMirrored: false, degrees: 270 },
};

/** The longest that sharp lets a frame be shown, in milliseconds; WebP itself can say hours. */
const longest = 65_535;

/**
 * Turns an animation upright, which can only be done frame by frame; of the four formats, only WebP has animations with
 * an orientation. All frames are decoded at once, because to come to one, a decoder goes through all before it. The
 * first is read as the image that it is, and brings the colour profile.
 */
export async function rotateAnimation(
  { first, all }: { first: Sharp; all: Sharp },
  { pages = 1, orientation = 1, delay, loop }: Metadata,
  fitted: (image: Sharp) => Sharp,
): Promise<Buffer> {
  const { isMirrored = false, degrees = 0 } = turns[orientation] ?? {};
  const { data, info } = await all.keepIccProfile().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height / pages, channels: info.channels };
  const size = data.length / pages;
  const frames = await Array.fromAsync(Array(pages).keys(), (page) => {
    const frame = data.subarray(page * size, (page + 1) * size);
    const upright = page === 0 ? first : sharp(frame, { raw }).rotate(degrees).flop(isMirrored);
    // Of the formats that carry a profile, this one asks no questions about it.
    return fitted(upright).tiff({ compression: 'none' }).toBuffer();
  });
  return sharp(frames, { join: { animated: true } })
    .keepIccProfile()
    .webp({
      ...(delay && { delay: delay.map((ms) => Math.min(ms, longest)) }),
      ...(loop !== undefined && { loop }),
    })
    .toBuffer();
}
