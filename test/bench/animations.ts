import sharp from 'sharp';
import { type Bytes, corners, toBytes } from '#kit/image-files.ts';
import { fillUriTemplate, uploadImage } from '#kit/images.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const side = 500;
/** With the side, the most that an upload may have (decision I3). */
const frames = 100;

/** The largest animation that is accepted, in colors that change from frame to frame. */
async function largest(format: 'gif' | 'webp'): Promise<Bytes> {
  const base = await corners(side, side).png().toBuffer();
  const turned = await Array.fromAsync(Array(frames).keys(), (frame) =>
    sharp(base)
      .modulate({ hue: frame * 7 })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  return toBytes(sharp(turned, { join: { animated: true } })[format]({ effort: 1 }));
}

/** The slowest requests: the largest allowed animations, in their own size and in a small one. */
export const animations: Section = async ({ asUser, tap }) => {
  const rows: [string, number, number][] = [];
  for (const format of ['gif', 'webp'] as const) {
    const { body: image } = await uploadImage(asUser, await largest(format));
    const measureTime = async (width: number) => {
      const { status } = await fetch(fillUriTemplate(image, width, ''));
      if (status !== 200) throw new Error(`An animation was answered ${status}.`);
      return Math.round(tap.lastRequest('cdn/image-render')?.duration_ms ?? Number.NaN);
    };
    rows.push([format, await measureTime(side), await measureTime(200)]);
  }
  return markdownTable(
    ['animation of 25 megapixels', 'its own size ms', '200 wide ms'],
    rows,
  );
};
