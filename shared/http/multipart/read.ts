import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type {
  ImageLimits,
  MultipartDeclaration,
  PartDeclaration,
  Schema,
} from '../../contract/endpoint.ts';
import { serviceError } from '../../errors/errors.ts';
import {
  type ImageFile,
  isImageFile,
  readImageFile,
} from '../../image-format/image-format.ts';
import { formatSizeLimit, readJson, type UncheckedBody } from '../body.ts';
import { type Parts, parseMultipart } from './parse.ts';

/** A part that was sent, with its declaration. */
interface SentPart {
  name: string;
  declaration: PartDeclaration;
  bytes: Buffer;
}

function listSentParts(parts: Parts, declared: MultipartDeclaration): SentPart[] {
  return Object.entries(declared).flatMap(([name, declaration]) => {
    const sent = parts.get(name) ?? [];
    return sent.map((bytes) => ({ name, declaration, bytes }));
  });
}

function checkSize({ name, declaration, bytes }: SentPart, jsonLimit: number): void {
  const limit = 'imageFile' in declaration ? declaration.imageFile.maxBytes : jsonLimit;
  if (bytes.length <= limit) return;
  throw serviceError('payload_too_large', {
    limit: formatSizeLimit(limit),
    size: bytes.length,
    subject: `the part ${name}`,
  });
}

function checkFormat({ name, declaration, bytes }: SentPart): void {
  if ('imageFile' in declaration && !isImageFile(bytes)) {
    throw serviceError('unsupported_image_format', { part: name });
  }
}

function toPartSchema(declaration: PartDeclaration): Schema {
  return 'json' in declaration
    ? createJsonPartSchema(declaration.json)
    : createImagePartSchema(declaration.imageFile);
}

/** Builds the schema of a form with exactly the declared parts, each once. */
function buildFormSchema(declared: MultipartDeclaration): Schema {
  const members = Object.entries(declared).map(([name, part]) => [
    name,
    toPartSchema(part),
  ]);
  const names = Object.keys(declared).join(' and ');
  return z.strictObject(Object.fromEntries(members), {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `must have only the parts ${names}` : undefined,
  });
}

/**
 * Reads a multipart form with the declared parts. Throws `unsupported_media_type`, `missing_body`,
 * `malformed_body`, `payload_too_large` and `unsupported_image_format`. All sizes are checked
 * before formats, and both before validation.
 */
export async function readMultipart(
  declared: MultipartDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  jsonLimit: number,
): Promise<UncheckedBody> {
  const parts = await parseMultipart(event, contentType);
  const sent = listSentParts(parts, declared);
  for (const part of sent) checkSize(part, jsonLimit);
  for (const part of sent) checkFormat(part);
  return { schema: buildFormSchema(declared), value: Object.fromEntries(parts) };
}

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

function createJsonPartSchema(schema: Schema): Schema {
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
function createImagePartSchema(limits: ImageLimits): Schema {
  return createPartSchema<ImageFile>((bytes) => {
    const image = readImageFile(bytes);
    if (!image)
      return { problem: 'must be a complete image; the file is damaged or truncated' };

    const problem = findLimitProblem(image, limits);
    return problem === undefined ? { value: image } : { problem };
  });
}
