import type {
  Endpoint,
  MultipartDeclaration,
  PartDeclaration,
} from '#shared/contract/endpoint.ts';
import { defaultMaxBytes, formatSize } from '#shared/http/body.ts';
import type { ImageLimits } from '#shared/image-format/image-limits.ts';
import { compact } from '#shared/runtime/compact.ts';
import { convertSchema, type JsonSchema, listProperties } from './json-schema.ts';

/** A parameter of a request outside its body. */
export interface DocumentedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** Lists the parameters of an endpoint: those of its path, then its headers, then its query. */
export function listParameters(endpoint: Endpoint): readonly DocumentedParameter[] {
  const { query, headers = {} } = endpoint.request ?? {};
  const parameters: DocumentedParameter[] = [];
  for (const name of listPathParameters(endpoint)) {
    parameters.push(buildPathParameter(name));
  }
  if (needsIdentityHeaders(endpoint)) {
    parameters.push(...identityHeaders);
  }
  for (const [name, header] of Object.entries(headers)) {
    parameters.push({
      name,
      in: 'header',
      required: false,
      schema: { type: 'string', ...header },
    });
  }
  const queryProperties = query
    ? listProperties(convertSchema(query, 'input').schema)
    : [];
  for (const property of queryProperties) {
    const isAlias = property.schema.aliasOf !== undefined;
    if (!isAlias) parameters.push({ ...property, in: 'query' });
  }
  return parameters;
}

/** Lists the names in the braces of a path. */
export function listPathParameters({ path }: Endpoint): readonly string[] {
  const matches = [...path.matchAll(/\{(\w+)\}/g)];
  return matches.map(([, name = '']) => name);
}

const pathDescriptions: Readonly<Record<string, string>> = {
  id: 'The id of the item, as in responses.',
  page: 'The name of the page.',
  secret: 'The secret of the inbox.',
};

function buildPathParameter(name: string): DocumentedParameter {
  const schema = compact({
    type: 'string' as const,
    description: pathDescriptions[name],
  });
  return { name, in: 'path', required: true, schema };
}

/** The id that the examples of the identity headers have. */
export const identityExample = '01k9wq3d5g';

function buildIdentityHeader(name: string, description: string): DocumentedParameter {
  const schema: JsonSchema = { type: 'string', description, examples: [identityExample] };
  return { name, in: 'header', required: true, schema };
}

/** The headers by which a request to the diary confirms its client and user (wire.md Y1). */
const identityHeaders = [
  buildIdentityHeader('svc-client-id', 'The client of the access token.'),
  buildIdentityHeader('svc-user-id', 'The user of the access token.'),
];

/** Returns whether a request must name the client and the user of its token in headers. */
export function needsIdentityHeaders({ host, auth }: Endpoint): boolean {
  return host === 'diary' && auth !== 'public';
}

/** The documentation of a request body. */
interface DocumentedBody {
  mediaType: string;
  schema: JsonSchema;
  /** The maximum size. Absent for a multipart form, which has a limit for each part. */
  maxSize?: string;
  /** Media types of the parts of a multipart form. */
  encoding?: Readonly<Record<string, { contentType: string }>>;
}

/** Documents the body that an endpoint accepts. Returns undefined if it accepts none. */
export function describeBody({ request }: Endpoint): DocumentedBody | undefined {
  const { json, form, multipart, documented } = request ?? {};
  if (multipart) return describeMultipart(multipart);
  const { maxBytes = defaultMaxBytes } = request ?? {};
  const body = json ?? form ?? documented;
  return (
    body && {
      mediaType: body !== form ? 'application/json' : 'application/x-www-form-urlencoded',
      schema: convertSchema(body, 'input').schema,
      maxSize: formatSize(maxBytes),
    }
  );
}

const imageTypes = 'image/jpeg, image/png, image/webp, image/gif';

function describeMultipart(multipart: MultipartDeclaration): DocumentedBody {
  const properties: Record<string, JsonSchema> = {};
  const encoding: Record<string, { contentType: string }> = {};
  for (const [name, part] of Object.entries(multipart)) {
    properties[name] = convertPart(part);
    const contentType = getPartType(part);
    if (contentType !== undefined) encoding[name] = { contentType };
  }
  const required = Object.entries(multipart)
    .filter(([, part]) => !isOptional(part))
    .map(([name]) => name);
  return {
    mediaType: 'multipart/form-data',
    schema: { type: 'object', required, properties },
    encoding,
  };
}

/** Returns the media types of a part. A text is `text/plain`, which needs no mention. */
function getPartType(part: PartDeclaration): string | undefined {
  if ('json' in part) return 'application/json';
  if ('files' in part) return 'application/octet-stream';
  return 'text' in part ? undefined : imageTypes;
}

function isOptional(part: PartDeclaration): boolean {
  return 'text' in part && part.text.safeParse(undefined).success;
}

function convertPart(part: PartDeclaration): JsonSchema {
  if ('json' in part) return convertSchema(part.json, 'input').schema;
  if ('text' in part) return convertSchema(part.text, 'input').schema;
  if ('files' in part) {
    const { description } = part;
    return {
      type: 'array',
      items: { type: 'string', format: 'binary' },
      description,
    };
  }
  const description = describeLimits(part.imageFile);
  return { type: 'string', format: 'binary', description };
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
