import { once } from 'node:events';
import { get } from 'node:http';
import sharp from 'sharp';
import { toOriginalKey } from '#functions/main/image/image.store.ts';
import { type Bytes, drawCorners, drawPhotograph, toBytes } from '#kit/image-files.ts';
import { fillUriTemplate, uploadImage } from '#kit/images.ts';
import { openObjects } from '#shared/objects/objects.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { measureTime, median } from './statistics.ts';

/** The times to serve one variant, in milliseconds. */
interface RenderTimes {
  /** sharp alone, with the original in memory. */
  sharpOnly: number;
  /** The rendering of the function, with the original in memory. */
  rendering: number;
  /** sharp in a program that also reads the original from the store and writes the result there. */
  sharpAndStore: number;
  /** The render function, which does the same. */
  renderFunction: number;
  /** An existing variant from the CDN. */
  existing: number;
}

/** Runs that are not measured. The section about cold starts shows the cost of the first one. */
const warmUpRuns = 10;

/** sharp's default number of threads, read before the import of `render`, which changes it. */
const defaultThreads = sharp.concurrency();
const { render } = await import('#functions/cdn/image-render/render.ts');

async function withDefaultThreads<T>(work: () => Promise<T>): Promise<T> {
  const threads = sharp.concurrency();
  sharp.concurrency(defaultThreads);
  try {
    return await work();
  } finally {
    sharp.concurrency(threads);
  }
}

function resize(original: Uint8Array, width: number): Promise<Buffer> {
  return sharp(original)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .keepIccProfile()
    .toBuffer();
}

/** Receives a response, with as little work as possible: the service shares this process. */
async function download(url: string): Promise<void> {
  const [response] = await once(get(url), 'response');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}

/** Returns the median time of five requests. The first may wait for work that still runs. */
async function measureRepeated(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) times.push(await measureTime(work));
  return median(times);
}

/** Uploads an image. Returns a function that measures a new variant of the given width. */
async function createMeasurement({ asUser, requestLog }: Bench, original: Bytes) {
  const { body: image } = await uploadImage(asUser, original);
  const { id } = image._links.self[0];
  const key = toOriginalKey(id);
  const originalBytes = Buffer.from(original);
  const originals = openObjects(requireEnvironment('IMAGE_BUCKET_NAME'), newMeter());
  const variants = openObjects(requireEnvironment('VARIANT_BUCKET_NAME'), newMeter());

  async function renderWithStore(width: number): Promise<void> {
    const { bytes = Buffer.alloc(0), type = '' } = (await originals.get(key)) ?? {};
    const resized = await resize(bytes, width);
    await variants.put(`bench/${width}`, { bytes: resized, type });
  }

  const fetchVariant = (width: number) => download(fillUriTemplate(image, width, ''));

  return async (width: number): Promise<RenderTimes> => {
    await fetchVariant(width);
    const { duration_ms = Number.NaN } = requestLog.getLast('cdn/image-render') ?? {};
    return {
      renderFunction: duration_ms,
      sharpOnly: await withDefaultThreads(() =>
        measureTime(() => resize(originalBytes, width)),
      ),
      rendering: await measureTime(() => render(originalBytes, { id, width })),
      sharpAndStore: await withDefaultThreads(() =>
        measureTime(() => renderWithStore(width)),
      ),
      existing: await measureRepeated(() => fetchVariant(width)),
    };
  };
}

/** The sizes to measure. Each run uses the next width, so that no variant exists yet. */
const sizes = [
  // Wider than the photograph, which is not enlarged: the variant has the photograph's size.
  { title: 'its own size', firstWidth: 4001 },
  { title: 'about 1080 wide', firstWidth: 1080 },
];

const head = [
  'photograph of 12 megapixels',
  'sharp alone ms',
  'rendering ms',
  'ratio to sharp',
  'sharp and store ms',
  'function ms',
  'ratio to both',
  'repeated ms',
  'ratio to the first',
];

const explanation =
  '`rendering` is what the function does between its store calls: from the bytes of the\n' +
  'photograph to those of the variant. `function` is all of a warm function, which also reads\n' +
  'the photograph, records the size, and stores the variant. `repeated` is the median of five\n' +
  'further requests, which get the stored variant from the CDN. The ratios are medians of\n' +
  'consecutive measurements.';

function formatRow(title: string, times: readonly RenderTimes[]): string[] {
  const format = (pick: (time: RenderTimes) => number, digits = 0) =>
    median(times.map(pick)).toFixed(digits);
  return [
    title,
    format(({ sharpOnly }) => sharpOnly),
    format(({ rendering }) => rendering),
    format(({ rendering, sharpOnly }) => rendering / sharpOnly, 2),
    format(({ sharpAndStore }) => sharpAndStore),
    format(({ renderFunction }) => renderFunction),
    format(({ renderFunction, sharpAndStore }) => renderFunction / sharpAndStore, 2),
    format(({ existing }) => existing, 1),
    format(({ existing, renderFunction }) => existing / renderFunction, 3),
  ];
}

/** Renders a photograph with the function, with sharp alone, and with sharp and the same store. */
export const imageVariants: Section = async (bench) => {
  const original = await toBytes(drawPhotograph(4000, 3000).jpeg({ quality: 88 }));
  const measureVariant = await createMeasurement(bench, original);
  for (let run = 0; run < warmUpRuns; run += 1) await measureVariant(300 + run);

  const runs = Math.max(21, bench.runs);
  const rows: string[][] = [];
  for (const { title, firstWidth } of sizes) {
    const times: RenderTimes[] = [];
    for (let run = 0; run < runs; run += 1) {
      times.push(await measureVariant(firstWidth + run));
    }
    rows.push(formatRow(title, times));
  }
  return `${markdownTable(head, rows)}\n\n${explanation}`;
};

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
