import sharp, { type Sharp } from 'sharp';

/** Bytes for `fetch` and `FormData`. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Renders an image as bytes to send. */
export async function toBytes(image: Sharp | Promise<Buffer>): Promise<Bytes> {
  return Uint8Array.from(await ('toBuffer' in image ? image.toBuffer() : image));
}

/** Creates an image with four corners of different colors, which shows how it was rotated. */
export function drawCorners(width = 120, height = 80): Sharp {
  const createBlock = (background: string, left: number, top: number) => ({
    input: {
      create: { width: width / 2, height: height / 2, channels: 3 as const, background },
    },
    left,
    top,
  });
  return sharp({
    create: { width, height, channels: 3, background: '#ffff00' },
  }).composite([
    createBlock('#ff0000', 0, 0),
    createBlock('#00ff00', width / 2, 0),
    createBlock('#0000ff', 0, height / 2),
  ]);
}

/** Creates an image like a photograph: soft shapes with grain. */
export function drawPhotograph(width = 900, height = 600): Sharp {
  const gradients = `<svg width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="1" y2="1"><stop stop-color="#27496d"/><stop offset="1" stop-color="#f5b461"/></linearGradient>
    <radialGradient id="sun"><stop stop-color="#fff8e7"/><stop offset="1" stop-color="#ec524b" stop-opacity="0"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="70%" cy="30%" r="30%" fill="url(#sun)"/></svg>`;
  const grain = {
    create: {
      width,
      height,
      channels: 3 as const,
      background: '#808080',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 12 },
    },
  };
  return sharp(Buffer.from(gradients))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }]);
}

/** Creates the frames of an animation: the corners, and the corners with inverted colors. */
export async function drawFrames(width = 60, height = 40): Promise<[Buffer, Buffer]> {
  const first = await drawCorners(width, height).removeAlpha().png().toBuffer();
  return [first, await sharp(first).negate({ alpha: false }).png().toBuffer()];
}

/** Returns the offset of the first block of a GIF: after its header and its color table. */
export function findFirstBlock(gif: Uint8Array): number {
  const headerLength = 13;
  // Bit 7 says whether there is a color table, and bits 0 to 2 its size (GIF89a, section 18).
  const packed = gif[10] ?? 0;
  const hasColorTable = (packed & 0x80) !== 0;
  return headerLength + (hasColorTable ? 3 * 2 ** ((packed & 7) + 1) : 0);
}

/** Repeats the frame of a GIF that has one. The last byte of the file ends it. */
export function repeatFrame(gif: Bytes, times: number): Bytes {
  const start = findFirstBlock(gif);
  const frame = gif.slice(start, -1);
  return Uint8Array.from(
    Buffer.concat([gif.slice(0, start), ...Array(times).fill(frame), gif.slice(-1)]),
  );
}
