import {
  type Endpoint,
  type ResponseDeclaration,
  tellsIgnoredNames,
} from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import type { CompleteExample } from '../reference/examples.ts';
import { buildRef } from '../reference/json-schema.ts';
import { describeAuth, getTag } from '../reference/labels.ts';
import { type ApiReference, requireSchemaName } from '../reference/reference.ts';
import {
  type DocumentedParameter,
  describeBody,
  listParameters,
} from '../reference/request.ts';
import { listCommonHeaders } from './common-headers.ts';
import { buildErrorReferences } from './errors.ts';
import {
  buildExampleReferences,
  buildFormExamples,
  buildNewestExamples,
} from './examples.ts';
import { buildItemLinks } from './links.ts';
import { buildSecurity } from './servers.ts';

/** Builds the operation of an endpoint. Its examples are requests to the newest API version. */
export function buildOperation(entry: EndpointEntry, reference: ApiReference): object {
  const { endpoint } = entry;
  const examples = buildNewestExamples(entry, reference);
  return compact({
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: describeOperation(endpoint),
    tags: [getTag(endpoint)],
    security: buildSecurity(endpoint),
    parameters: buildParameters(endpoint),
    requestBody: buildRequestBody(endpoint, examples),
    responses: {
      ...buildErrorReferences(endpoint),
      ...buildResponses(entry, examples, reference),
    },
  });
}

function describeOperation(endpoint: Endpoint): string {
  const { description } = endpoint;
  const auth = `Auth: ${describeAuth(endpoint)}.`;
  return description === undefined ? auth : `${description}\n\n${auth}`;
}

function buildParameters(endpoint: Endpoint): object[] | undefined {
  const prefer = tellsIgnoredNames(endpoint) ? [preferParameter] : [];
  const parameters = [...listParameters(endpoint).map(buildParameter), ...prefer];
  return parameters.length > 0 ? parameters : undefined;
}

/** A header of nearly every operation, which the guide about errors describes. */
const preferParameter = {
  name: 'Prefer',
  in: 'header',
  description:
    '`handling=strict` makes members and parameters that the service does not know an error.',
  schema: { type: 'string', examples: ['handling=strict'] },
};

function buildParameter(parameter: DocumentedParameter): object {
  const { name, required } = parameter;
  const { description, ...schema } = parameter.schema;
  return compact({
    name,
    in: parameter.in,
    required: required || undefined,
    description,
    explode: isCommaSeparated(parameter) ? false : undefined,
    schema,
  });
}

/**
 * Returns whether a parameter is a list with commas. A list whose name ends in brackets is sent as
 * a repeated parameter instead.
 */
function isCommaSeparated({ name, schema }: DocumentedParameter): boolean {
  return schema.type === 'array' && !name.endsWith('[]');
}

const json = 'application/json';

function buildRequestBody(
  endpoint: Endpoint,
  examples: readonly CompleteExample[],
): object | undefined {
  const body = describeBody(endpoint);
  if (!body) return undefined;
  const { mediaType, maxSize, schema, encoding } = body;
  const content = compact({
    schema,
    encoding,
    // The examples of a JSON body are in its schema.
    examples: mediaType === json ? undefined : buildFormExamples(examples),
  });
  return compact({
    required: true,
    description: maxSize && `At most ${maxSize}.`,
    content: { [mediaType]: content },
  });
}

/** Builds the responses that an endpoint declares, by status. */
function buildResponses(
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
  endpoint: Endpoint,
  { headers = [] }: ResponseDeclaration,
): object | undefined {
  const { request, cacheSeconds } = endpoint;
  const cacheHeaders = cacheSeconds === undefined ? [] : ['ETag', 'Cache-Control'];
  const names = [...headers, ...cacheHeaders];
  const built: Record<string, object> = Object.fromEntries(
    names.map((name) => [name, { required: true, ...text }]),
  );
  Object.assign(built, listCommonHeaders(endpoint));
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
  const content = compact({
    schema: buildRef(requireSchemaName(body)),
    examples: buildExampleReferences(endpoint, examples),
  });
  return { [json]: content };
}
