import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { drawCorners } from '#kit/image-files.ts';
import { findProblem } from './render.ts';
import { renderOrExplain } from './serve-variant.ts';

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
