import { expect } from 'vitest';
import type { Host } from '#shared/contract/endpoint.ts';
import {
  appendKeys,
  type FoundOperation,
  findOperation,
  listSchemaProblems,
  type OperationParameter,
} from './openapi-documents.ts';
import type { SendOptions, TestResponse } from './send.ts';

/** A request as a test sent it. */
interface SentRequest extends SendOptions {
  host: Host;
  method: string;
  path: string;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * Checks a response below 300 against the OpenAPI document of its host, and the request that led to
 * it: its parameters and its body.
 */
export function checkOpenApi(request: SentRequest, response: TestResponse): void {
  const { host, method, path } = request;
  const found = findOperation(host, method, path);
  if (response.status >= 300 || !found) return;
  const problems = [
    ...listResponseProblems(found, response),
    ...listParameterProblems(found, request),
    ...listBodyProblems(found, request),
  ];
  expect(problems, `${method} ${path} and docs/openapi/${host}.json`).toEqual([]);
}

function listResponseProblems(
  { operation, pointer }: FoundOperation,
  { status, body }: TestResponse,
): string[] {
  const declared = operation.responses[status];
  if (!declared) return [`the response ${status} is not declared`];
  if (!declared.content?.[json]) return [];
  const schema = appendKeys(pointer, 'responses', `${status}`, 'content', json, 'schema');
  return listSchemaProblems(schema, body);
}

function listBodyProblems(
  { operation, pointer }: FoundOperation,
  sent: SentRequest,
): string[] {
  const { content = {} } = operation.requestBody ?? {};
  const getSchema = (mediaType: string) =>
    appendKeys(pointer, 'requestBody', 'content', mediaType, 'schema');
  if (sent.json !== undefined && content[json]) {
    return listSchemaProblems(getSchema(json), toSentJson(sent.json));
  }
  if (sent.form === undefined || !content[form]) return [];
  return listSchemaProblems(getSchema(form), toMembers(sent.form));
}

/** Drops undefined members, which JSON does not have. */
function toSentJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** An empty field of a form counts as missing (RFC 6749 section 3.2). */
function toMembers(fields: NonNullable<SendOptions['form']>): Record<string, string> {
  const sent = [...new URLSearchParams(fields)].filter(([, value]) => value !== '');
  return Object.fromEntries(sent);
}

function listParameterProblems(
  { operation: { parameters = [] }, pointer }: FoundOperation,
  sent: SentRequest,
): string[] {
  return parameters.flatMap((parameter, i) => {
    const values = listValues(parameter, sent);
    if (values.length > 0) {
      const schema = appendKeys(pointer, 'parameters', `${i}`, 'schema');
      return listSchemaProblems(schema, parseValues(parameter, values));
    }
    const isMissing = parameter.required && parameter.in !== 'path';
    return isMissing ? [`${parameter.name} is missing`] : [];
  });
}

function listValues(
  parameter: OperationParameter,
  { path, headers = {} }: SentRequest,
): string[] {
  if (parameter.in === 'path') return [];
  if (parameter.in === 'query') {
    return new URL(path, 'http://any').searchParams.getAll(parameter.name);
  }
  const value = new Headers(headers).get(parameter.name);
  return value === null ? [] : [value];
}

/** Parses the values of a parameter by its type. A list is sent with commas or repeated. */
function parseValues({ schema }: OperationParameter, values: readonly string[]): unknown {
  const [value = ''] = values;
  if (schema.type === 'integer') return Number(value);
  if (schema.type !== 'array') return value;
  return values
    .flatMap((list) => list.split(',').map((part) => part.trim()))
    .filter(Boolean);
}
