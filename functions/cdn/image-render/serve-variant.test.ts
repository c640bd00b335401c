import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteFiles, deleteImage } from '#functions/main/image/deleted-image.store.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { toOriginalKey } from '#functions/main/image/image.store.ts';
import { openErasureStores } from '#kit/erasure.ts';
import { newPerson } from '#kit/fixtures.ts';
import { drawCorners } from '#kit/image-files.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { findProblem } from './render.ts';
import { renderOrExplain, serveVariant } from './serve-variant.ts';

const id = '0'.repeat(36);
/** A negative width, which no path has, fails like any internal error. */
const faulty = { id, width: -1 };
const formats = ['jpeg', 'png', 'webp', 'gif'] as const;

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

describe('an image that cannot be rendered', () => {
  it.each(formats)('is our fault if it is intact: %s', async (format) => {
    const intact = await drawCorners().toFormat(format).toBuffer();
    await expect(renderOrExplain(intact, faulty)).rejects.toThrow(
      'Expected positive integer',
    );
    const result = await renderOrExplain(intact, { id, width: 10 });
    expect(result).toEqual({ bytes: expect.any(Buffer) });
  });

  it.each(formats)('is damaged if it cannot be decoded: %s', async (format) => {
    const intact = await drawCorners().toFormat(format).toBuffer();
    const damaged = intact.subarray(0, 24);
    const problem = 'the image is damaged and cannot be displayed';
    expect(await renderOrExplain(damaged, { id, width: 10 })).toEqual({ problem });
  });

  it('is damaged if its pixels are not in the order that its header states', async () => {
    const damaged = await drawCorners().png().toBuffer();
    // The first chunk states at byte 28 whether the image is interlaced, and its CRC follows.
    damaged.writeUInt8(1, 28);
    damaged.writeUInt32BE(crc32(damaged.subarray(12, 29)), 29);
    expect(await renderOrExplain(damaged, { id })).toEqual({
      problem: 'the image is damaged and cannot be displayed',
    });
  });

  it('is too slow an animation if sharp times out', async () => {
    const timeout = new Error('timeout: 40% complete');
    expect(await findProblem(Buffer.alloc(0), timeout)).toBe(
      'rendering this animation timed out; request a smaller size',
    );
  });
});

it('an image that is deleted while a variant is rendered is 404, and no variant stays', async () => {
  const { user_id } = await newPerson();
  const now = new Date();
  const image = { user_id, id: newId(now) };
  const stores = openErasureStores();
  const { table, originals, variants } = stores;
  await table.put({ ...imageKeys.image(image.id), ...image }, isNew);
  const bytes = await drawCorners().png().toBuffer();
  await originals.put(toOriginalKey(image.id), { bytes, type: 'image/png' });

  const key = `images/w_10,h_/${image.id}`;
  const put: typeof variants.put = async (...variant) => {
    await deleteImage(table, image, now);
    await deleteFiles(stores, image, { now, settledBefore: now });
    await variants.put(...variant);
  };
  const interrupted = { table, originals, variants: { ...variants, put } };
  const { statusCode } = await serveVariant(`/${key}`, interrupted);
  expect(statusCode).toBe(404);
  expect(await variants.get(key)).toBeUndefined();
});
