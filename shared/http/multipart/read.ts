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
import { imagePart, jsonPart } from './part-schemas.ts';

const toPartSchema = (part: PartDeclaration): Schema =>
  'json' in part ? jsonPart(part.json) : imagePart(part.imageFile);

/** Exactly the parts that are declared, each once. */
function formSchema(declared: MultipartDeclaration): Schema {
  const names = Object.keys(declared).join(' and ');
  return z.strictObject(
    Object.fromEntries(
      Object.entries(declared).map(([name, part]) => [name, toPartSchema(part)]),
    ),
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? `must have only the parts ${names}` : undefined,
    },
  );
}

/**
 * Throws `payload_too_large` and `unsupported_image_format`, which outrank whatever else may be
 * wrong.
 */
function refuseUnfit(
  parts: Parts,
  declared: MultipartDeclaration,
  jsonLimit: number,
): void {
  const sent = Object.entries(declared).flatMap(([name, part]) =>
    (parts.get(name) ?? []).map((bytes) => ({ name, part, bytes })),
  );
  for (const { name, part, bytes } of sent) {
    const limit = 'imageFile' in part ? part.imageFile.maxBytes : jsonLimit;
    if (bytes.length > limit)
      throw serviceError('payload_too_large', {
        limit: formatSizeLimit(limit),
        size: bytes.length,
        what: `the part ${name}`,
      });
  }
  for (const { name, part, bytes } of sent)
    if ('imageFile' in part && !isImageFile(bytes))
      throw serviceError('unsupported_image_format', { part: name });
}

/**
 * Reads a multipart form with the parts that are declared. Throws `unsupported_media_type`,
 * `missing_body`, `malformed_body`, `payload_too_large` and `unsupported_image_format`; all else is
 * for validation to find.
 */
export async function readMultipart(
  declared: MultipartDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  jsonLimit: number,
): Promise<UncheckedBody> {
  const parts = await parseMultipart(event, contentType);
  refuseUnfit(parts, declared, jsonLimit);
  return { schema: formSchema(declared), value: Object.fromEntries(parts) };
}
