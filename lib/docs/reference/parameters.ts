import type { Endpoint } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type JsonSchema, listProperties, toRequestSchema } from './json-schema.ts';

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
  const queryProperties = query ? listProperties(toRequestSchema(query)) : [];
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
};

function buildPathParameter(name: string): DocumentedParameter {
  const schema = compact({
    type: 'string' as const,
    description: pathDescriptions[name],
  });
  return { name, in: 'path', required: true, schema };
}

function buildIdentityHeader(name: string, description: string): DocumentedParameter {
  const schema: JsonSchema = { type: 'string', description, examples: ['01k9wq3d5g'] };
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
