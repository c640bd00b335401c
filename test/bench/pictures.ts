import sharp from 'sharp';
import { fill, uploadImage } from '../kit/images.ts';
import { bytesOf, photograph } from '../kit/pictures.ts';
import type { Send } from '../kit/send.ts';
import type { LogTap } from './cost.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** What it takes to serve a photograph of 12 megapixels in one size; each in milliseconds, the median of some runs. */
interface PictureTimes {
  size: string;
  /** sharp by itself, in this process. */
  bare: number;
  /** The render function, with both of its store calls. */
  render: number;
  /** A picture that has been made before, through the CDN. */
  repeated: number;
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Serves one photograph in its own size and in a common one, as often as `runs` says, each time as if for the first. */
async function measurePictures(send: Send, tap: LogTap, runs: number): Promise<PictureTimes[]> {
  const original = await bytesOf(photograph(4000, 3000).jpeg({ quality: 88 }));
  const { body: image } = await uploadImage(send, original);
  const measured = [
    { size: 'its own size', widthOf: (run: number) => 4001 + run },
    { size: 'about 1080 wide', widthOf: (run: number) => 1080 + run },
  ];
  const times: PictureTimes[] = [];
  for (const { size, widthOf } of measured) {
    const bare: number[] = [];
    const render: number[] = [];
    const repeated: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const width = widthOf(run);
      const fetched = () => fetch(fill(image, width, '')).then((response) => response.arrayBuffer());
      await fetched();
      render.push(tap.lastRequest('cdn/image-render')?.duration_ms ?? Number.NaN);
      bare.push(
        await timeOf(() =>
          sharp(original)
            .autoOrient()
            .resize({ width, withoutEnlargement: true })
            .keepIccProfile()
            .toBuffer(),
        ),
      );
      repeated.push(await timeOf(fetched));
    }
    times.push({ size, bare: median(bare), render: median(render), repeated: median(repeated) });
  }
  return times;
}

/** A photograph through the render function beside sharp alone, and again once it is made. */
export const pictures: Section = async ({ asUser, tap, runs }) => {
  const times = await measurePictures(asUser, tap, Math.max(5, Math.round(runs / 2)));
  return markdownTable(
    ['photograph of 12 megapixels', 'sharp alone ms', 'render function ms', 'times', 'repeated ms'],
    times.map(({ size, bare, render, repeated }) => [
      size,
      Math.round(bare),
      Math.round(render),
      (render / bare).toFixed(2),
      Math.round(repeated),
    ]),
  );
};
