import type { Endpoint, ResponseDeclaration } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../definitions.ts';
import type { CompleteExample } from '../reference/examples.ts';
import { buildRef } from '../reference/json-schema.ts';
import { requireSchemaName } from '../reference/named-schemas.ts';
import type { ApiReference } from '../reference/reference.ts';
import { buildExampleReferences } from './examples.ts';
import { buildItemLinks } from './links.ts';

/** Builds the responses that an endpoint declares, by status. */
export function buildResponses(
  { endpoint }: EndpointEntry,
  examples: readonly CompleteExample[],
  reference: ApiReference,
): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const [status, response] of Object.entries(endpoint.responses)) {
    const { description, body } = response;
    const withStatus = examples.filter((example) => String(example.status) === status);
    responses[status] = compact({
      description,
      headers: buildHeaders(endpoint, response),
      content: buildContent(endpoint, body, withStatus),
      links: buildItemLinks(endpoint, response, reference),
    });
  }
  return responses;
}

const text = { schema: { type: 'string' } };

function buildHeaders(
  { request, cacheSeconds }: Endpoint,
  { headers = [] }: ResponseDeclaration,
): object | undefined {
  const cacheHeaders = cacheSeconds === undefined ? [] : ['ETag', 'Cache-Control'];
  const names = [...headers, ...cacheHeaders];
  const built: Record<string, object> = Object.fromEntries(
    names.map((name) => [name, { required: true, ...text }]),
  );
  if (request?.headers?.['Idempotency-Key']) built['Idempotency-Replayed'] = replayed;
  return Object.keys(built).length > 0 ? built : undefined;
}

const replayed = {
  description: 'Present if the service repeats the response to an earlier request.',
  schema: { type: 'string', const: 'true' },
};

function buildContent(
  endpoint: Endpoint,
  body: ResponseDeclaration['body'],
  examples: readonly CompleteExample[],
): object | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') {
    const mediaType = body === 'html' ? 'text/html' : body;
    return { [mediaType]: text };
  }
  const json = compact({
    schema: buildRef(requireSchemaName(body)),
    examples: buildExampleReferences(endpoint, examples),
  });
  return { 'application/json': json };
}
