import { type Endpoint, type Example, getResource } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { buildRef } from './json-schema.ts';
import { type ApiReference, requireSchemaName } from './reference.ts';
import { describeBody, listParameters, listPathParameters } from './request.ts';
import { buildSample, getSampleId, type SampleContext } from './sample.ts';

/** An example with a value for every path parameter. */
export type CompleteExample = Example & { params: Readonly<Record<string, string>> };

/**
 * Builds the examples of an endpoint, each with its expected response. Derives an example from the
 * schemas if the endpoint declares none.
 */
export function buildExamples(
  { endpoint }: EndpointEntry,
  reference: ApiReference,
  version: string,
): readonly CompleteExample[] {
  const resource = getResource(endpoint);
  const context = { reference, resource, version, listQuery: buildListQuery(endpoint) };
  const examples = endpoint.examples ?? [deriveExample(endpoint, context)];
  return examples.map((example) =>
    withVersion(completeExample(endpoint, example, context), version),
  );
}

/** Builds the query of a list's link to itself, which has the default page. */
function buildListQuery(endpoint: Endpoint): string {
  const paging = listParameters(endpoint).filter(
    ({ name, schema }) => pagingParameters.includes(name) && schema.default !== undefined,
  );
  const pairs = paging.map(({ name, schema }) => `${name}=${schema.default}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const pagingParameters: readonly string[] = ['limit', 'offset'];

function deriveExample(endpoint: Endpoint, context: SampleContext): Example {
  const body = describeBody(endpoint);
  return compact({
    summary: endpoint.summary,
    status: getSuccessStatus(endpoint),
    query: buildSampleQuery(endpoint, context),
    body: body && buildSample(body.schema, context),
  });
}

/** Returns 201 if the endpoint declares it, otherwise the first successful status, or any other. */
function getSuccessStatus({ responses }: Endpoint): number {
  if (responses[201]) return 201;
  const statuses = Object.keys(responses).map(Number);
  const success = statuses.find((status) => status >= 200 && status < 300);
  return success ?? statuses[0] ?? 200;
}

/** Builds the query parameters that are required or have examples. */
function buildSampleQuery(
  endpoint: Endpoint,
  context: SampleContext,
): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const parameter of listParameters(endpoint)) {
    const { name, required, schema } = parameter;
    const isShown = required || schema.examples;
    if (parameter.in !== 'query' || !isShown) continue;
    query[name] = String(buildSample(schema, context));
  }
  return query;
}

/** Adds the path parameters and the response that an example does not declare itself. */
function completeExample(
  endpoint: Endpoint,
  example: Example,
  context: SampleContext,
): CompleteExample {
  const params: Record<string, string> = {};
  for (const name of listPathParameters(endpoint)) {
    params[name] = getSampleId(context.resource, context.reference);
  }
  return compact({
    responseBody: buildSampleResponse(endpoint, example, context),
    ...example,
    params: { ...params, ...example.params },
  });
}

function buildSampleResponse(
  { responses }: Endpoint,
  { status, body: requestBody }: Example,
  context: SampleContext,
): unknown {
  const body = responses[status]?.body;
  if (typeof body !== 'object') return undefined;
  const sample = buildSample(buildRef(requireSchemaName(body)), context);
  return echoRequest(sample, requestBody);
}

/** Puts the primitive values of a request into the members of a response with the same names. */
function echoRequest(response: unknown, requestBody: unknown): unknown {
  if (!isObject(response) || !isObject(requestBody)) return response;
  const echoed: Record<string, unknown> = { ...response };
  for (const [name, value] of Object.entries(requestBody)) {
    const isEchoed = name in echoed && !isObject(value);
    if (isEchoed) echoed[name] = value;
  }
  return echoed;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Replaces the version in every path of an example, unless the path of the endpoint has none. */
function withVersion<T>(example: T, version: string): T {
  if (version === '.well-known') return example;
  const text = JSON.stringify(example);
  return JSON.parse(text.replaceAll(/\/v7\.\d\//g, `/${version}/`));
}
