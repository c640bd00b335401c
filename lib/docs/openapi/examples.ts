import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { toPascalCase } from '../../pascal-case.ts';
import { buildExamples, type CompleteExample } from '../reference/examples.ts';
import { getRefName, type NamedSchemas } from '../reference/json-schema.ts';
import type { ApiReference } from '../reference/reference.ts';
import { describeBody } from '../reference/request.ts';
import { listVersions } from './servers.ts';

/** Builds the examples of an endpoint. Their paths have the newest version of the host. */
export function buildNewestExamples(
  entry: EndpointEntry,
  reference: ApiReference,
): readonly CompleteExample[] {
  const [newest = ''] = listVersions(entry.endpoint.host);
  return buildExamples(entry, reference, newest);
}

/** Builds the examples of a form by their summaries. Returns undefined if no example has a body. */
export function buildFormExamples(
  examples: readonly CompleteExample[],
): object | undefined {
  const built: Record<string, object> = {};
  for (const { summary, body: value } of examples) {
    if (value !== undefined) built[toPascalCase(summary)] = { summary, value };
  }
  return toUndefinedIfEmpty(built);
}

/**
 * Builds references, by summary, to the components that `buildResponseExamples` builds.
 * Returns undefined if no example has a response body.
 */
export function buildExampleReferences(
  endpoint: Endpoint,
  examples: readonly CompleteExample[],
): object | undefined {
  const references: Record<string, object> = {};
  for (const example of examples.filter(hasResponseBody)) {
    const $ref = `#/components/examples/${toComponentName(endpoint, example)}`;
    references[toPascalCase(example.summary)] = { $ref };
  }
  return toUndefinedIfEmpty(references);
}

/**
 * Builds the examples of responses as components. openapi-generator looks for a reference in every
 * example of a response, and warns if it finds none.
 */
export function buildResponseExamples(
  entries: readonly EndpointEntry[],
  reference: ApiReference,
): object | undefined {
  const built: Record<string, object> = {};
  for (const entry of entries) {
    const { endpoint } = entry;
    const examples = buildNewestExamples(entry, reference).filter(hasResponseBody);
    for (const example of examples) {
      const { summary, responseBody: value } = example;
      built[toComponentName(endpoint, example)] = { summary, value };
    }
  }
  return toUndefinedIfEmpty(built);
}

/**
 * Adds the examples of JSON bodies to their schemas. openapi-generator warns about examples of a
 * JSON body that are beside its schema.
 */
export function addRequestExamples(
  schemas: NamedSchemas,
  entries: readonly EndpointEntry[],
  reference: ApiReference,
): NamedSchemas {
  const added: Record<string, NamedSchemas[string]> = { ...schemas };
  for (const entry of entries) {
    const name = getRefName(describeBody(entry.endpoint)?.schema ?? {});
    const schema = schemas[name ?? ''];
    if (name === undefined || !schema || !entry.endpoint.request?.json) continue;
    const examples = buildNewestExamples(entry, reference).map(({ body }) => body);
    added[name] = { ...schema, examples };
  }
  return added;
}

const hasResponseBody = ({ responseBody }: CompleteExample) => responseBody !== undefined;

function toComponentName({ operationId = '' }: Endpoint, { summary }: CompleteExample) {
  return operationId + toPascalCase(summary);
}

function toUndefinedIfEmpty(built: Record<string, object>): object | undefined {
  return Object.keys(built).length > 0 ? built : undefined;
}
