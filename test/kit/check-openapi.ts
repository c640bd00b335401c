import { getHeader } from '#lib/local/http/message.ts';
import type { Exchange } from '#lib/local/servers.ts';
import {
  appendKeys,
  type FoundOperation,
  findOperation,
  listSchemaProblems,
  type OperationParameter,
} from './openapi-documents.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

/** What clients of a service sent and got against its OpenAPI documents. */
export interface OpenApiChecker {
  /** Checks a successful response and its request: the parameters and the body. */
  onExchange(exchange: Exchange): void;
  /** Throws an error that lists the problems of all exchanges. */
  throwIfAny(): Promise<void>;
}

/** Creates a checker of the exchanges of a service. */
export function createOpenApiChecker(): OpenApiChecker {
  const problems = new Set<string>();
  const checks: Promise<void>[] = [];

  async function check(exchange: Exchange): Promise<void> {
    const { api, request } = exchange;
    const found = await listProblems(exchange).catch((error) => [String(error)]);
    for (const problem of found) {
      problems.add(`${api} ${request.method} ${request.path}: ${problem}`);
    }
  }

  return {
    onExchange(exchange) {
      checks.push(check(exchange));
    },

    async throwIfAny() {
      await Promise.all(checks);
      if (problems.size === 0) return;
      const shown = [...problems].slice(0, 20).join('\n');
      throw new Error(`docs/openapi does not describe what the tests did:\n${shown}`);
    },
  };
}

async function listProblems(exchange: Exchange): Promise<string[]> {
  const { api, request, response } = exchange;
  const { method, path } = request;
  const found = findOperation(api, method, path);
  if (response.status >= 300 || !found) return [];
  return [
    ...listResponseProblems(found, exchange),
    ...listParameterProblems(found, exchange),
    ...(await listBodyProblems(found, exchange)),
  ];
}

function listResponseProblems(
  { operation, pointer }: FoundOperation,
  { response: { status, body } }: Exchange,
): string[] {
  const declared = operation.responses[status];
  if (!declared) return [`the response ${status} is not declared`];
  if (!declared.content?.[json]) return [];
  const schema = appendKeys(pointer, 'responses', `${status}`, 'content', json, 'schema');
  return listSchemaProblems(schema, JSON.parse(body.toString()));
}

async function listBodyProblems(
  { operation, pointer }: FoundOperation,
  { request }: Exchange,
): Promise<string[]> {
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  if (mediaType === undefined) return [];
  const schema = appendKeys(pointer, 'requestBody', 'content', mediaType, 'schema');
  return listSchemaProblems(schema, await readBody(mediaType, request));
}

function readBody(mediaType: string, request: Exchange['request']): unknown {
  const text = () => new TextDecoder().decode(request.body);
  switch (mediaType) {
    case json:
      return JSON.parse(text());
    case form:
      return readForm(text());
    case multipart:
      return readParts(request);
    default:
      throw new Error(`The tests cannot read ${mediaType}.`);
  }
}

/** Reads the parts of an image upload. The content of the image is not described. */
async function readParts({ headers, body }: Exchange['request']): Promise<object> {
  const type = { 'Content-Type': getHeader(headers, 'content-type') ?? '' };
  const parts = await new Response(new Uint8Array(body), { headers: type }).formData();
  const data = parts.get('data');
  const text = data instanceof File ? await data.text() : data;
  return { data: JSON.parse(text ?? 'null'), image: '' };
}

/** Reads a form. An empty field counts as missing (RFC 6749 section 3.2). */
function readForm(text: string): Record<string, string> {
  const sent = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  return Object.fromEntries(sent);
}

function listParameterProblems(
  { operation: { parameters = [] }, pointer }: FoundOperation,
  { request }: Exchange,
): string[] {
  return parameters.flatMap((parameter, i) => {
    const values = listValues(parameter, request);
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
  { query, headers }: Exchange['request'],
): string[] {
  if (parameter.in === 'path') return [];
  if (parameter.in === 'query') return new URLSearchParams(query).getAll(parameter.name);
  const value = getHeader(headers, parameter.name);
  return value === undefined ? [] : [value];
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
