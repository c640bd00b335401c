import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawCorners, drawFrames, drawPhotograph, toBytes } from '#kit/image-files.ts';
import { logoFaults, maxLogoBytes, readLogo } from './logo.ts';

const read = async (image: Parameters<typeof toBytes>[0]) =>
  readLogo(Buffer.from(await toBytes(image)));

it('accepts a small still image of every format, with the size that is shown', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const logo = await read(drawCorners(120, 80).toFormat(format));
    const value = { type: `image/${format}`, width: 120, height: 80 };
    expect(logo).toMatchObject({ ok: true, value });
  }
  // EXIF orientation 6 means that viewers rotate the image by 90 degrees.
  const rotated = await read(
    drawCorners(120, 80).withMetadata({ orientation: 6 }).jpeg(),
  );
  expect(rotated).toMatchObject({ value: { width: 80, height: 120 } });
});

it('says what is wrong with a file that cannot be a logo', async () => {
  const findProblem = async (image: Parameters<typeof read>[0]) => {
    const bytes = Buffer.from(await toBytes(image));
    const logo = readLogo(bytes);
    return logo.ok ? undefined : logoFaults[logo.error](bytes.length);
  };
  const svg = Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(await findProblem(svg)).toBe(
    'must be an undamaged JPEG, PNG, WebP or GIF image',
  );
  expect(await findProblem(drawPhotograph(900, 600).png())).toContain(
    `must have at most ${maxLogoBytes} bytes`,
  );
  expect(await findProblem(drawCorners(1026, 40).png())).toBe(
    'must be at most 1024 pixels wide and high',
  );
  expect(await findProblem(drawCorners(120, 30).png())).toBe(
    'must be at least 32 pixels wide and high',
  );
  const animation = sharp(await drawFrames(60, 40), { join: { animated: true } }).gif();
  expect(await findProblem(animation)).toBe('must not be animated');
});
