import type { Endpoint, Schema } from '../../shared/contract/endpoint.ts';
import { type JsonSchema, membersOf, requestSchema } from './json-schema.ts';

/** A parameter of a request outside its body. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

/** The names in a path's braces. */
export function pathParameters({ path }: Endpoint): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The parameters of an endpoint, those of the path first. */
export function parametersOf(endpoint: Endpoint): readonly Parameter[] {
  const query = endpoint.request?.query;
  return [
    ...pathParameters(endpoint).map(
      (name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const,
    ),
    ...(query ? membersOf(requestSchema(query)).map((member) => ({ ...member, in: 'query' }) as const) : []),
  ];
}

/** The body that an endpoint reads, and its media type. */
export function bodyOf({ request }: Endpoint): { mediaType: string; schema: Schema } | undefined {
  if (request?.json) return { mediaType: 'application/json', schema: request.json };
  return request?.form && { mediaType: 'application/x-www-form-urlencoded', schema: request.form };
}
