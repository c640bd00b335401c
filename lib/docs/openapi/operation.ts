import {
  type Endpoint,
  getResource,
  type ResponseDeclaration,
  type Version,
} from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { describeBody } from '../reference/body.ts';
import { buildExamples, type CompleteExample } from '../reference/examples.ts';
import { buildRef } from '../reference/json-schema.ts';
import { describeAuth } from '../reference/labels.ts';
import { toPascalCase } from '../reference/names.ts';
import { listParameters } from '../reference/parameters.ts';
import type { ApiReference } from '../reference/reference.ts';
import { buildErrorReferences } from './errors.ts';
import { buildServer, type securitySchemes } from './servers.ts';

type SecurityRequirement = { [Name in keyof typeof securitySchemes]?: readonly string[] };

/** Builds the operation of an endpoint under one of its versions. */
export function buildOperation(
  entry: EndpointEntry,
  version: Version,
  reference: ApiReference,
): object {
  const { endpoint, id } = entry;
  const examples = buildExamples(entry, reference, version);
  return compact({
    operationId: `${toPascalCase(id)}_${version.replace('.', '_')}`,
    summary: endpoint.summary,
    description: describeOperation(endpoint),
    tags: [getResource(endpoint)],
    servers: endpoint.host === 'main' ? undefined : [buildServer(endpoint.host)],
    security: buildSecurity(endpoint),
    parameters: buildParameters(endpoint),
    requestBody: buildRequestBody(endpoint, examples),
    responses: {
      ...buildResponses(endpoint, examples, reference),
      ...buildErrorReferences(entry),
    },
  });
}

/** Builds the alternative requirements. Full access includes every other scope. */
function buildSecurity({ auth, scope = fullScope }: Endpoint): SecurityRequirement[] {
  if (auth === 'public') return [];
  if (scope === 'any') return [{ oauth2: [] }, { bearer: [] }];

  const sufficient = new Set([scope, fullScope]);
  const byScope = [...sufficient].map((name) => ({ oauth2: [name] }));
  return [...byScope, { bearer: [] }];
}

function describeOperation(endpoint: Endpoint): string {
  const { description } = endpoint;
  const auth = `Auth: ${describeAuth(endpoint)}.`;
  return description === undefined ? auth : `${description}\n\n${auth}`;
}

function buildParameters(endpoint: Endpoint): object[] | undefined {
  const parameters = listParameters(endpoint).map((parameter) => {
    const { description, ...schema } = parameter.schema;
    return compact({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      description,
      schema,
    });
  });
  return parameters.length > 0 ? parameters : undefined;
}

function buildRequestBody(
  endpoint: Endpoint,
  examples: readonly CompleteExample[],
): object | undefined {
  const body = describeBody(endpoint);
  if (!body) return undefined;
  const { mediaType, maxSize, ...media } = body;
  const content = compact({
    ...media,
    examples: collectExamples(examples, (example) => example.body),
  });
  return compact({
    required: true,
    description: maxSize && `At most ${maxSize}.`,
    content: { [mediaType]: content },
  });
}

/**
 * Collects one part of the examples, by their summaries. Returns undefined if no example has it.
 */
function collectExamples(
  examples: readonly CompleteExample[],
  getPart: (example: CompleteExample) => unknown,
): object | undefined {
  const collected: Record<string, object> = {};
  for (const example of examples) {
    const { summary } = example;
    const value = getPart(example);
    if (value !== undefined) collected[toPascalCase(summary)] = { summary, value };
  }
  return Object.keys(collected).length > 0 ? collected : undefined;
}

/** Builds the responses that an endpoint declares, by status. */
function buildResponses(
  { responses, cacheSeconds }: Endpoint,
  examples: readonly CompleteExample[],
  reference: ApiReference,
): object {
  const cacheHeaders = cacheSeconds === undefined ? [] : ['ETag', 'Cache-Control'];
  const built: Record<string, object> = {};
  for (const [status, response] of Object.entries(responses)) {
    const { description, headers = [], body } = response;
    const ofStatus = examples.filter((example) => String(example.status) === status);
    built[status] = compact({
      description,
      headers: buildHeaders([...headers, ...cacheHeaders]),
      content: buildContent(body, ofStatus, reference),
    });
  }
  return built;
}

function buildHeaders(names: readonly string[]): object | undefined {
  if (names.length === 0) return undefined;
  const header = { required: true, schema: { type: 'string' } };
  return Object.fromEntries(names.map((name) => [name, header]));
}

function buildContent(
  body: ResponseDeclaration['body'],
  examples: readonly CompleteExample[],
  reference: ApiReference,
): object | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') {
    const mediaType = body === 'html' ? 'text/html' : body;
    return { [mediaType]: { schema: { type: 'string' } } };
  }
  const json = compact({
    schema: buildRef(reference.getSchemaName(body)),
    examples: collectExamples(examples, ({ responseBody }) => responseBody),
  });
  return { 'application/json': json };
}
