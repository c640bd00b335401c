import * as z from 'zod/mini';
import type { ImageLimits, Schema } from '../../contract/endpoint.ts';
import { type ImageFile, readImageFile } from '../../image-format/image-format.ts';
import { readJson } from '../json.ts';

/** The bytes of a part that must be there, and once. */
const once = z.pipe(
  z.array(z.instanceof(Buffer)),
  z.transform((sent, context) => {
    const [bytes, ...more] = sent;
    if (bytes && more.length === 0) return bytes;
    context.issues.push({ code: 'custom', message: 'must not be repeated', input: sent });
    return z.NEVER;
  }),
);

/** What `read` makes of the bytes of a part, or the problem that it finds. */
function reading<T>(read: (bytes: Buffer) => { value: T } | { problem: string }) {
  return z.pipe(
    once,
    z.transform((bytes: Buffer, context) => {
      const result = read(bytes);
      if ('value' in result) return result.value;
      context.issues.push({ code: 'custom', message: result.problem, input: bytes });
      return z.NEVER;
    }),
  );
}

function readText(bytes: Buffer): ReturnType<typeof readJson> {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { problem: 'must be UTF-8 text' };
  }
}

/** A part that holds JSON. */
export function jsonPart(schema: Schema): Schema {
  return z.pipe(reading(readText), schema);
}

/** What an image has too much of. */
function findExcess(
  { width, height, frames }: ImageFile,
  { maxSide, maxPixels, animation }: ImageLimits,
): string | undefined {
  const pixels = width * height * frames;
  const side = Math.max(width, height);
  if (side > maxSide)
    return `must be at most ${maxSide} pixels wide and high; it has a side of ${side}`;
  if (frames === 1)
    return pixels > maxPixels
      ? `must have at most ${maxPixels} pixels; it has ${pixels}`
      : undefined;
  if (frames > animation.maxFrames)
    return `must have at most ${animation.maxFrames} frames; it has ${frames}`;
  return pixels > animation.maxPixels
    ? `must have at most ${animation.maxPixels} pixels across all frames; it has ${pixels}`
    : undefined;
}

/** A part that holds an image in one of the four formats. */
export function imagePart(limits: ImageLimits): Schema {
  return reading<ImageFile>((bytes) => {
    const value = readImageFile(bytes);
    if (!value)
      return { problem: 'must be a complete image; the file is damaged or truncated' };
    const problem = findExcess(value, limits);
    return problem === undefined ? { value } : { problem };
  });
}
