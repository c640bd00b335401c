import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type JsonSchema, membersOf, requestSchema } from './json-schema.ts';

/** A parameter of a request outside its body. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** What the names in the braces of paths stand for. */
const meanings: Readonly<Record<string, string>> = {
  id: 'Its id, as answers carry it.',
  resource: 'The resource, as paths name it.',
};

const pathSchema = (name: string): JsonSchema => ({
  type: 'string',
  ...(meanings[name] && { description: meanings[name] }),
});

/** The names in a path's braces. */
export function pathParameters({ path }: Endpoint): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

const header = (name: string, description: string, required: boolean): Parameter => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string', description },
});

/** The headers with which a request to the diary confirms its caller (decision Y1). */
const serviceHeaders = [
  header('svc-client-id', 'The client of the access token.', true),
  header('svc-user-id', 'The user of the access token.', true),
];

/** Whether a request must confirm the caller whom its token names. */
export function confirmsCaller({ host, auth }: Endpoint): boolean {
  return host === 'diary' && auth !== 'public';
}

/** The parameters of an endpoint: of its path, its headers, its query. */
export function parametersOf(endpoint: Endpoint): readonly Parameter[] {
  const { query, headers = {} } = endpoint.request ?? {};
  return [
    ...pathParameters(endpoint).map(
      (name) => ({ name, in: 'path', required: true, schema: pathSchema(name) }) as const,
    ),
    ...(confirmsCaller(endpoint) ? serviceHeaders : []),
    ...Object.entries(headers).map(([name, purpose]) => header(name, purpose, false)),
    ...(query
      ? membersOf(requestSchema(query)).map((member) => ({ ...member, in: 'query' }) as const)
      : []),
  ];
}
