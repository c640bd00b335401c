import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type {
  FileLimits,
  MultipartDeclaration,
  PartDeclaration,
  Schema,
  UploadedFile,
} from '../../contract/endpoint.ts';
import { invalidUtf8Value } from '../../contract/schema.ts';
import { serviceError } from '../../errors/errors.ts';
import {
  type ImageFile,
  isHeicFile,
  isImageFile,
  readImageFile,
} from '../../image-format/image-format.ts';
import { findLimitProblem, type ImageLimits } from '../../image-format/image-limits.ts';
import { formatSizeLimit, readJson, type UncheckedPart } from '../body.ts';
import { type Parts, parseMultipart } from './parse.ts';

/** The parts of one name that were sent, with their declaration. */
interface SentParts {
  name: string;
  declaration: PartDeclaration;
  sent: readonly UploadedFile[];
}

function listSentParts(parts: Parts, declared: MultipartDeclaration): SentParts[] {
  return Object.entries(declared).map(([name, declaration]) => {
    const sent = parts.get(name) ?? [];
    return { name, declaration, sent };
  });
}

function getMaxBytes(declaration: PartDeclaration, textLimit: number): number {
  if ('imageFile' in declaration) return declaration.imageFile.maxBytes;
  return 'files' in declaration ? declaration.files.maxBytes : textLimit;
}

function checkSize({ name, declaration, sent }: SentParts, textLimit: number): void {
  const limit = getMaxBytes(declaration, textLimit);
  const sizes = sent.map(({ bytes }) => bytes.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const size = 'files' in declaration ? total : Math.max(0, ...sizes);
  if (size <= limit) return;
  throw serviceError('payload_too_large', {
    limit: formatSizeLimit(limit),
    size,
    subject: `the part ${name}`,
  });
}

/** Says how a file of the kind that many phones store becomes one that is accepted. */
const heicHint =
  '; this is a HEIC file: a phone sends a JPEG if the form or the application asks for ' +
  'image/jpeg, or if its camera is set to JPEG (iPhone: Most Compatible)';

function checkFormat({ name, declaration, sent }: SentParts): void {
  if (!('imageFile' in declaration)) return;
  const other = sent.find(({ bytes }) => !isImageFile(bytes));
  if (!other) return;
  const hint = isHeicFile(other.bytes) ? heicHint : '';
  throw serviceError('unsupported_image_format', { part: name, hint });
}

function toPartSchema(declaration: PartDeclaration): Schema {
  if ('json' in declaration) return createJsonPartSchema(declaration.json);
  if ('text' in declaration) return declaration.text;
  return 'files' in declaration
    ? createFilesSchema(declaration.files)
    : createImagePartSchema(declaration.imageFile);
}

/**
 * Builds the schema of a form. A form with an image has exactly the declared parts, others can have
 * more (M10).
 */
function buildFormSchema(declared: MultipartDeclaration): Schema {
  const members = Object.entries(declared).map(([name, part]) => [
    name,
    toPartSchema(part),
  ]);
  const shape = Object.fromEntries(members);
  const hasImage = Object.values(declared).some((part) => 'imageFile' in part);
  if (!hasImage) return z.object(shape);

  const names = Object.keys(declared).join(' and ');
  return z.strictObject(shape, {
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
  textLimit: number,
): Promise<UncheckedPart> {
  const parts = await parseMultipart(event, contentType);
  const declaredParts = listSentParts(parts, declared);
  for (const part of declaredParts) checkSize(part, textLimit);
  for (const part of declaredParts) checkFormat(part);
  const values = [...parts].map(([name, sent]) => {
    const declaration = declared[name];
    const isText = declaration !== undefined && 'text' in declaration;
    return [name, isText ? readTexts(sent) : sent];
  });
  const value = Object.fromEntries(values);
  return {
    schema: buildFormSchema(declared),
    value,
    ...readSentJson(value, declaredParts),
  };
}

/** Reads the JSON of the parts that have some, to find members that are stored nowhere. */
function readSentJson(
  value: Readonly<Record<string, unknown>>,
  parts: readonly SentParts[],
): Pick<UncheckedPart, 'sent' | 'texts'> {
  const texts = parts.flatMap(({ name, declaration, sent: [part] }) => {
    const read = part && 'json' in declaration ? readJsonBytes(part.bytes) : {};
    if (!part || !('value' in read)) return [];
    return { path: [name], text: part.bytes.toString(), value: read.value };
  });
  const members = texts.map(({ path: [name], value }) => [name, value]);
  return { sent: { ...value, ...Object.fromEntries(members) }, texts };
}

/** Returns the text of a part, or a list if it was repeated, as for a field of a form. */
function readTexts(sent: readonly UploadedFile[]): unknown {
  const texts = sent.map(({ bytes }) => readUtf8(bytes) ?? invalidUtf8Value);
  return texts.length > 1 ? texts : texts[0];
}

function readUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The value of a part, or the problem with it. */
type ReadResult<T> = { value: T } | { problem: string };

/** Schema of the bytes of a part that is sent exactly once. */
const SinglePart = z.pipe(
  z.array(z.custom<UploadedFile>()),
  z.transform((sent, context) => {
    const [part, ...repetitions] = sent;
    if (part && repetitions.length === 0) return part.bytes;
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

/** Creates the schema of the files that were sent under one name. */
function createFilesSchema(limits: FileLimits): Schema {
  const sentFiles = z.array(z.custom<UploadedFile>());
  return z.pipe(
    limits.isOptional ? z._default(sentFiles, []) : sentFiles,
    z.transform((sent, context) => {
      // A browser sends a part without a name and content if no file was chosen.
      const files = sent.filter(({ name, bytes }) => name !== '' || bytes.length > 0);
      const problem = findCountProblem(files.length, limits);
      if (problem === undefined) return files;
      context.issues.push({ code: 'custom', message: problem, input: sent });
      return z.NEVER;
    }),
  );
}

function findCountProblem(
  count: number,
  { maxCount = Infinity, isOptional = false }: FileLimits,
): string | undefined {
  if (count === 0) return isOptional ? undefined : 'must be a file';
  return count > maxCount
    ? `must be at most ${maxCount} files; it has ${count}`
    : undefined;
}

function readJsonBytes(bytes: Buffer): ReturnType<typeof readJson> {
  const text = readUtf8(bytes);
  return text === undefined ? { problem: 'must be UTF-8 text' } : readJson(text);
}

function createJsonPartSchema(schema: Schema): Schema {
  return z.pipe(createPartSchema(readJsonBytes), schema);
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
