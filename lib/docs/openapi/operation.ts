import type { Endpoint } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { describeBody } from '../reference/body.ts';
import type { CompleteExample } from '../reference/examples.ts';
import { describeAuth } from '../reference/labels.ts';
import { type DocumentedParameter, listParameters } from '../reference/parameters.ts';
import type { ApiReference } from '../reference/reference.ts';
import { getTag } from '../reference/resources.ts';
import { buildErrorReferences } from './errors.ts';
import { buildFormExamples, buildNewestExamples } from './examples.ts';
import { buildResponses } from './responses.ts';
import { buildSecurity } from './security.ts';

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
  const parameters = listParameters(endpoint).map(buildParameter);
  return parameters.length > 0 ? parameters : undefined;
}

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

function buildRequestBody(
  endpoint: Endpoint,
  examples: readonly CompleteExample[],
): object | undefined {
  const body = describeBody(endpoint);
  if (!body) return undefined;
  const { mediaType, maxSize, schemaWithRefs, encoding } = body;
  const content = compact({
    schema: schemaWithRefs,
    encoding,
    // The examples of a JSON body are in its schema.
    examples: endpoint.request?.json ? undefined : buildFormExamples(examples),
  });
  return compact({
    required: true,
    description: maxSize && `At most ${maxSize}.`,
    content: { [mediaType]: content },
  });
}
