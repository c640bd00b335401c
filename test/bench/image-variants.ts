import sharp from 'sharp';
import { photograph, toBytes } from '#kit/image-files.ts';
import { fillUriTemplate, uploadImage } from '#kit/images.ts';
import type { Send } from '#kit/send.ts';
import { originalKey } from '#shared/objects/image-buckets.ts';
import { openObjects } from '#shared/objects/objects.ts';
import { environment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import type { LogTap } from './cost.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** What it takes to serve an image once, in milliseconds. */
interface RenderTimes {
  /** sharp by itself, with the image in memory. */
  bare: number;
  /** sharp in a program that also reads the image from the store and writes the result there. */
  stored: number;
  /** The render function, which does that. */
  render: number;
  /** What has been made before, through the CDN. */
  repeated: number;
}

/** Runs that are not measured. The table of cold starts has the cost of the first one. */
const warming = 10;

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** sharp's default number of threads. The render function sets another one for its process. */
const usualThreads = sharp.concurrency();

async function withUsualThreads<T>(work: () => Promise<T>): Promise<T> {
  const threads = sharp.concurrency();
  sharp.concurrency(usualThreads);
  try {
    return await work();
  } finally {
    sharp.concurrency(threads);
  }
}

const resize = (original: Uint8Array, width: number): Promise<Buffer> =>
  sharp(original)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .keepIccProfile()
    .toBuffer();

/** Answers what serves one image in any width, each time as if for the first. */
async function newServing(
  send: Send,
  tap: LogTap,
  original: Awaited<ReturnType<typeof toBytes>>,
) {
  const { body: image } = await uploadImage(send, original);
  const key = originalKey(image._links.self[0].id);
  const originals = openObjects(environment('IMAGE_BUCKET_NAME'), newMeter());
  const variants = openObjects(environment('VARIANT_BUCKET_NAME'), newMeter());

  async function serveByHand(width: number): Promise<void> {
    const { bytes = Buffer.alloc(0), type = '' } = (await originals.get(key)) ?? {};
    await variants.put(`bench/${width}`, { bytes: await resize(bytes, width), type });
  }

  return async (width: number): Promise<RenderTimes> => {
    const fetched = () =>
      fetch(fillUriTemplate(image, width, '')).then((response) => response.arrayBuffer());
    await fetched();
    return {
      render: tap.lastRequest('cdn/image-render')?.duration_ms ?? Number.NaN,
      bare: await withUsualThreads(() => measureTime(() => resize(original, width))),
      stored: await withUsualThreads(() => measureTime(() => serveByHand(width))),
      repeated: await measureTime(fetched),
    };
  };
}

const sizes = [
  { size: 'its own size', from: 4001 },
  { size: 'about 1080 wide', from: 1080 },
];

const explanation =
  'The render function is warm. It reads the photograph from the store and puts the result there, here on one machine: ' +
  '`times sharp` holds it against sharp that does neither, `times both` against sharp that does both. These are medians ' +
  'of what was measured in pairs, one after the other.';

/** Renders a photograph with the function, with sharp alone, and with sharp and the same store. */
export const imageVariants: Section = async ({ asUser, tap, runs }) => {
  const serve = await newServing(
    asUser,
    tap,
    await toBytes(photograph(4000, 3000).jpeg({ quality: 88 })),
  );
  for (let run = 0; run < warming; run += 1) await serve(300 + run);
  const rows: string[][] = [];
  for (const { size, from } of sizes) {
    const times: RenderTimes[] = [];
    for (let run = 0; run < Math.max(9, runs); run += 1)
      times.push(await serve(from + run));
    const typical = (of: (time: RenderTimes) => number, digits = 0) =>
      median(times.map(of)).toFixed(digits);
    rows.push([
      size,
      typical(({ bare }) => bare),
      typical(({ stored }) => stored),
      typical(({ render }) => render),
      typical(({ render, bare }) => render / bare, 2),
      typical(({ render, stored }) => render / stored, 2),
      typical(({ repeated }) => repeated),
    ]);
  }
  const head = [
    'sharp alone ms',
    'with the store ms',
    'render function ms',
    'times sharp',
    'times both',
    'repeated ms',
  ];
  return `${markdownTable(['photograph of 12 megapixels', ...head], rows)}\n\n${explanation}`;
};
