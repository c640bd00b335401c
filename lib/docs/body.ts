import { defaultMaxBytes, readableSize } from '#shared/contract/body-size.ts';
import type { Endpoint, PartDeclaration } from '#shared/contract/endpoint.ts';
import { type JsonSchema, requestSchema } from './json-schema.ts';

/** The body of a request as it is documented. */
export interface DocumentedBody {
  mediaType: string;
  schema: JsonSchema;
  /** How large it may be; absent of a multipart form, whose parts have limits of their own. */
  atMost?: string;
  /** Media types of the parts of a multipart form. */
  encoding?: Readonly<Record<string, { contentType: string }>>;
}

const pictures = 'image/jpeg, image/png, image/webp, image/gif';

function partSchema(part: PartDeclaration): JsonSchema {
  if ('json' in part) return requestSchema(part.json);
  const { maxBytes, maxPixels, animation } = part.picture;
  const description =
    `A JPEG, PNG, WebP or GIF picture, at most ${readableSize(maxBytes)} and ${maxPixels / 1e6} megapixels; ` +
    `an animation at most ${animation.maxFrames} frames and, in all of them, ${animation.maxPixels / 1e6} megapixels.`;
  return { type: 'string', format: 'binary', description };
}

/** The body that an endpoint reads; undefined where it reads none. */
export function bodyOf({ request }: Endpoint): DocumentedBody | undefined {
  const { json, form, multipart, maxBytes = defaultMaxBytes } = request ?? {};
  const atMost = readableSize(maxBytes);
  if (json) return { mediaType: 'application/json', schema: requestSchema(json), atMost };
  if (form)
    return { mediaType: 'application/x-www-form-urlencoded', schema: requestSchema(form), atMost };
  if (!multipart) return undefined;
  const parts = Object.entries(multipart);
  return {
    mediaType: 'multipart/form-data',
    schema: {
      type: 'object',
      properties: Object.fromEntries(parts.map(([name, part]) => [name, partSchema(part)])),
      required: parts.map(([name]) => name),
    },
    encoding: Object.fromEntries(
      parts.map(([name, part]) => [
        name,
        { contentType: 'json' in part ? 'application/json' : pictures },
      ]),
    ),
  };
}
