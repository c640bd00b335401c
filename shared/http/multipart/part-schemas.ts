import * as z from 'zod/mini';
import type { ImageLimits, Schema } from '../../contract/endpoint.ts';
import { type ImageFile, readImageFile } from '../../image-format/image-format.ts';
import { readJson } from '../json.ts';

/** The value of a part, or the problem with it. */
type ReadResult<T> = { value: T } | { problem: string };

/** Schema of the bytes of a part that is sent exactly once. */
const SinglePart = z.pipe(
  z.array(z.instanceof(Buffer)),
  z.transform((sent, context) => {
    const [bytes, ...repetitions] = sent;
    if (bytes && repetitions.length === 0) return bytes;
    context.issues.push({ code: 'custom', message: 'must not be repeated', input: sent });
    return z.NEVER;
  }),
);

/** Creates the schema of a part, whose bytes `read` converts to its value. */
function createPartSchema<T>(read: (bytes: Buffer) => ReadResult<T>) {
  const value = z.transform((bytes: Buffer, context) => {
    const result = read(bytes);
    if ('value' in result) return result.value;
    context.issues.push({ code: 'custom', message: result.problem, input: bytes });
    return z.NEVER;
  });
  return z.pipe(SinglePart, value);
}

function readJsonBytes(bytes: Buffer): ReturnType<typeof readJson> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return readJson(text);
  } catch {
    return { problem: 'must be UTF-8 text' };
  }
}

/** Creates the schema of a part with JSON. */
export function createJsonPartSchema(schema: Schema): Schema {
  return z.pipe(createPartSchema(readJsonBytes), schema);
}

/** Returns the message about a limit that an image exceeds, or undefined if it exceeds none. */
function findLimitProblem(image: ImageFile, limits: ImageLimits): string | undefined {
  const side = Math.max(image.width, image.height);
  if (side > limits.maxSide) {
    return `must be at most ${limits.maxSide} pixels wide and high; it has a side of ${side}`;
  }
  return image.frames === 1
    ? findStillProblem(image, limits)
    : findAnimationProblem(image, limits);
}

function findStillProblem(
  { width, height }: ImageFile,
  { maxPixels }: ImageLimits,
): string | undefined {
  const pixels = width * height;
  if (pixels <= maxPixels) return undefined;
  return `must have at most ${maxPixels} pixels; it has ${pixels}`;
}

function findAnimationProblem(
  { width, height, frames }: ImageFile,
  { animation: { maxFrames, maxPixels } }: ImageLimits,
): string | undefined {
  if (frames > maxFrames)
    return `must have at most ${maxFrames} frames; it has ${frames}`;

  const pixels = width * height * frames;
  if (pixels <= maxPixels) return undefined;
  return `must have at most ${maxPixels} pixels across all frames; it has ${pixels}`;
}

/** Creates the schema of a part with an image in a supported format. */
export function createImagePartSchema(limits: ImageLimits): Schema {
  return createPartSchema<ImageFile>((bytes) => {
    const image = readImageFile(bytes);
    if (!image)
      return { problem: 'must be a complete image; the file is damaged or truncated' };

    const problem = findLimitProblem(image, limits);
    return problem === undefined ? { value: image } : { problem };
  });
}
