import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { formatSizeLimit } from '../../contract/body-size.ts';
import type {
  MultipartDeclaration,
  PartDeclaration,
  Schema,
} from '../../contract/endpoint.ts';
import { serviceError } from '../../errors/errors.ts';
import { isImageFile } from '../../image-format/image-format.ts';
import type { UncheckedBody } from '../body.ts';
import { type Parts, parseMultipart } from './parse.ts';
import { createImagePartSchema, createJsonPartSchema } from './part-schemas.ts';

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
