import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { corners } from '#kit/image-files.ts';
import { findProblem } from './render.ts';
import { makeVariant } from './serve-variant.ts';

const id = '0'.repeat(36);
/** No path says this, so it stands for whatever else may be wrong with us. */
const impossible = { id, width: -1 };

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

describe('an image that cannot be made', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'is our failure where it is sound: %s',
    async (format) => {
      const sound = await corners().toFormat(format).toBuffer();
      await expect(makeVariant(sound, impossible)).rejects.toThrow('Expected positive integer');
      expect(await makeVariant(sound, { id, width: 10 })).toEqual({ bytes: expect.any(Buffer) });
    },
  );

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'is damaged where it cannot be decoded: %s',
    async (format) => {
      const damaged = (await corners().toFormat(format).toBuffer()).subarray(0, 24);
      const problem = 'the image is damaged and cannot be displayed';
      expect(await makeVariant(damaged, { id, width: 10 })).toEqual({ problem });
    },
  );

  it('is damaged where its pixels are not written in the order that its header says', async () => {
    const damaged = await corners().png().toBuffer();
    const interlaced = 28;
    damaged.writeUInt8(1, interlaced);
    damaged.writeUInt32BE(crc32(damaged.subarray(12, 29)), 29);
    expect(await makeVariant(damaged, { id })).toEqual({
      problem: 'the image is damaged and cannot be displayed',
    });
  });

  it('is an animation of too much work where sharp gives up', async () => {
    const gaveUp = new Error('timeout: 40% complete');
    expect(await findProblem(Buffer.alloc(0), gaveUp)).toBe(
      'rendering this animation timed out; request a smaller size',
    );
  });
});
