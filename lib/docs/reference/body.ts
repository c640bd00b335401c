import { defaultMaxBytes, formatSize } from '#shared/contract/body-size.ts';
import type {
  Endpoint,
  ImageLimits,
  MultipartDeclaration,
  PartDeclaration,
  Schema,
} from '#shared/contract/endpoint.ts';
import { convertSchema, type JsonSchema, toRequestSchema } from './json-schema.ts';

/** The documentation of a request body. */
export interface DocumentedBody {
  mediaType: string;
  /** The schema in full, without references. */
  schema: JsonSchema;
  /** The schema with `$ref` to named schemas. */
  schemaWithRefs: JsonSchema;
  /** The maximum size. Absent for a multipart form, which has a limit for each part. */
  maxSize?: string;
  /** Media types of the parts of a multipart form. */
  encoding?: Readonly<Record<string, { contentType: string }>>;
}

/** Documents the body that an endpoint accepts. Returns undefined if it accepts none. */
export function describeBody({ request }: Endpoint): DocumentedBody | undefined {
  const { json, form, multipart, maxBytes = defaultMaxBytes } = request ?? {};
  const maxSize = formatSize(maxBytes);
  if (json) return { mediaType: 'application/json', ...convertBody(json), maxSize };
  if (form) {
    const mediaType = 'application/x-www-form-urlencoded';
    return { mediaType, ...convertBody(form), maxSize };
  }
  return multipart && describeMultipart(multipart);
}

function convertBody(body: Schema): Pick<DocumentedBody, 'schema' | 'schemaWithRefs'> {
  const { schema: schemaWithRefs } = convertSchema(body, 'input');
  return { schema: toRequestSchema(body), schemaWithRefs };
}

const imageTypes = 'image/jpeg, image/png, image/webp, image/gif';

function describeMultipart(multipart: MultipartDeclaration): DocumentedBody {
  const properties: Record<string, JsonSchema> = {};
  const propertiesWithRefs: Record<string, JsonSchema> = {};
  const encoding: Record<string, { contentType: string }> = {};
  for (const [name, part] of Object.entries(multipart)) {
    const { schema, schemaWithRefs } = convertPart(part);
    properties[name] = schema;
    propertiesWithRefs[name] = schemaWithRefs;
    encoding[name] = { contentType: 'json' in part ? 'application/json' : imageTypes };
  }
  const form = { type: 'object', required: Object.keys(multipart) } as const;
  return {
    mediaType: 'multipart/form-data',
    schema: { ...form, properties },
    schemaWithRefs: { ...form, properties: propertiesWithRefs },
    encoding,
  };
}

function convertPart(
  part: PartDeclaration,
): Pick<DocumentedBody, 'schema' | 'schemaWithRefs'> {
  if ('json' in part) return convertBody(part.json);
  const schema: JsonSchema = {
    type: 'string',
    format: 'binary',
    description: describeLimits(part.imageFile),
  };
  return { schema, schemaWithRefs: schema };
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
