import sharp from 'sharp';
import { type Bytes, drawCorners, toBytes } from '#kit/image-files.ts';
import { fillUriTemplate, uploadImage } from '#kit/images.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** Width and height of each frame in pixels. */
const side = 500;
/** With the side, the largest animation that an upload can have (wire.md I3). */
const frames = 100;

/** Creates the largest animation that is accepted. Its colors change from frame to frame. */
async function createAnimation(format: 'gif' | 'webp'): Promise<Bytes> {
  const base = await drawCorners(side, side).png().toBuffer();
  const images = await Array.fromAsync(Array(frames).keys(), (frame) => {
    const colored = sharp(base).modulate({ hue: frame * 7 });
    return colored.png({ compressionLevel: 1 }).toBuffer();
  });
  const animation = sharp(images, { join: { animated: true } });
  return toBytes(animation[format]({ effort: 1 }));
}

/** Measures the slowest variants: the largest animations at their own size and at a small one. */
export const animations: Section = async ({ asUser, requestLog }) => {
  const rows: [string, number, number][] = [];
  for (const format of ['gif', 'webp'] as const) {
    const { body: image } = await uploadImage(asUser, await createAnimation(format));
    const measureVariant = async (width: number) => {
      const { status } = await fetch(fillUriTemplate(image, width, ''));
      if (status !== 200) throw new Error(`The response for an animation is ${status}.`);
      const { duration_ms = Number.NaN } = requestLog.getLast('cdn/image-render') ?? {};
      return Math.round(duration_ms);
    };
    rows.push([format, await measureVariant(side), await measureVariant(200)]);
  }
  return markdownTable(
    ['animation of 25 megapixels', 'its own size ms', '200 wide ms'],
    rows,
  );
};
