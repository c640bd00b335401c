import { defaultMaxBytes, formatSize } from '#shared/contract/body-size.ts';
import type {
  Endpoint,
  ImageLimits,
  MultipartDeclaration,
  PartDeclaration,
} from '#shared/contract/endpoint.ts';
import { type JsonSchema, toRequestSchema } from './json-schema.ts';

/** The documentation of a request body. */
export interface DocumentedBody {
  mediaType: string;
  schema: JsonSchema;
  /** The maximum size. Absent for a multipart form, whose parts have limits of their own. */
  maxSize?: string;
  /** Media types of the parts of a multipart form. */
  encoding?: Readonly<Record<string, { contentType: string }>>;
}

/** Documents the body that an endpoint accepts. Returns undefined if it accepts none. */
export function describeBody({ request }: Endpoint): DocumentedBody | undefined {
  const { json, form, multipart, maxBytes = defaultMaxBytes } = request ?? {};
  const maxSize = formatSize(maxBytes);
  if (json) {
    return { mediaType: 'application/json', schema: toRequestSchema(json), maxSize };
  }
  if (form) {
    const mediaType = 'application/x-www-form-urlencoded';
    return { mediaType, schema: toRequestSchema(form), maxSize };
  }
  return multipart && describeMultipart(multipart);
}

const imageTypes = 'image/jpeg, image/png, image/webp, image/gif';

function describeMultipart(multipart: MultipartDeclaration): DocumentedBody {
  const properties: Record<string, JsonSchema> = {};
  const encoding: Record<string, { contentType: string }> = {};
  for (const [name, part] of Object.entries(multipart)) {
    properties[name] = toPartSchema(part);
    encoding[name] = { contentType: 'json' in part ? 'application/json' : imageTypes };
  }
  return {
    mediaType: 'multipart/form-data',
    schema: { type: 'object', properties, required: Object.keys(multipart) },
    encoding,
  };
}

function toPartSchema(part: PartDeclaration): JsonSchema {
  if ('json' in part) return toRequestSchema(part.json);
  return {
    type: 'string',
    format: 'binary',
    description: describeLimits(part.imageFile),
  };
}

function describeLimits({ maxBytes, maxPixels, animation }: ImageLimits): string {
  const toMegapixels = (pixels: number) => `${pixels / 1e6} megapixels`;
  const size = `${formatSize(maxBytes)} and ${toMegapixels(maxPixels)}`;
  const frames = `${animation.maxFrames} frames`;
  const total = toMegapixels(animation.maxPixels);
  return (
    `A JPEG, PNG, WebP or GIF image of at most ${size}; ` +
    `an animation of at most ${frames} and ${total} in total.`
  );
}
