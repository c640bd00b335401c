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

/** Compares what clients of a service send and get with its OpenAPI documents. */
export interface OpenApiChecker {
  /** Checks a successful response and its request: the parameters and the body. */
  onExchange(exchange: Exchange): void;
  /** Throws an error that lists the problems of all exchanges, if there are any. */
  throwIfAny(): void;
}

/** Creates a checker of the exchanges of a service. */
export function createOpenApiChecker(): OpenApiChecker {
  const problems = new Set<string>();

  return {
    onExchange(exchange) {
      const { api, request } = exchange;
      for (const problem of tryToListProblems(exchange)) {
        problems.add(`${api} ${request.method} ${request.path}: ${problem}`);
      }
    },

    throwIfAny() {
      if (problems.size === 0) return;
      const shown = [...problems].slice(0, 20).join('\n');
      throw new Error(
        `docs/openapi does not describe what the tests did; run npm run docs:\n${shown}`,
      );
    },
  };
}

/** Returns an error as a problem, because an exception would change the response that is sent. */
function tryToListProblems(exchange: Exchange): string[] {
  try {
    return listProblems(exchange);
  } catch (error) {
    return [String(error)];
  }
}

function listProblems(exchange: Exchange): string[] {
  const { api, request, response } = exchange;
  const { method, path } = request;
  // The host of assistants describes itself.
  if (response.status >= 300 || api === 'mcp') return [];
  // The document of the main host describes the token endpoint, which is on both (wire.md A22).
  const found = findOperation(api, method, path) ?? findOperation('main', method, path);
  if (!found) return listUndescribed(exchange);
  return [
    ...listResponseProblems(found, exchange),
    ...listParameterProblems(found, exchange),
    ...listBodyProblems(found, exchange),
  ];
}

/** The paths of the documents themselves, and the paths that only providers call. */
const undocumentedPaths = /\/(?:docs\/openapi|provider_webhook)\b/;

/** Lists a problem if the response is JSON, because pages and images need no description. */
function listUndescribed({ request: { method, path }, response }: Exchange): string[] {
  const type = getHeader(response.headers, 'content-type') ?? '';
  const isExempt = method === 'HEAD' || undocumentedPaths.test(path);
  return type.includes('json') && !isExempt ? ['no document describes it'] : [];
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

/** The paths to which any app sends its own body, of which a document shows an example. */
const openPaths = /\/inbox\b/;

function listBodyProblems(
  { operation, pointer }: FoundOperation,
  { request }: Exchange,
): string[] {
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  if (mediaType === undefined || openPaths.test(request.path)) return [];
  const schema = appendKeys(pointer, 'requestBody', 'content', mediaType, 'schema');
  return listSchemaProblems(schema, readBody(mediaType, request.body));
}

function readBody(mediaType: string, body: Buffer): unknown {
  const text = new TextDecoder().decode(body);
  switch (mediaType) {
    case json:
      return JSON.parse(text, toDocumentedId);
    case form:
      return readForm(text);
    case multipart:
      return readParts(text);
    default:
      throw new Error(`The tests cannot read ${mediaType}.`);
  }
}

/**
 * Converts the id of an exercise to text, as it is stored. The service takes integers, too (wire.md
 * Y7), but the documents have one type, for the clients that generators make of them.
 */
function toDocumentedId(name: string, value: unknown): unknown {
  return name === 'id' && Number.isInteger(value) ? String(value) : value;
}

/** Captures the name and the content of a part, which ends at the next delimiter. */
const partPattern =
  /;\s*name="?(?<name>[^\s";]+)"?.*?\r?\n\r?\n(?<text>.*?)(?=\r?\n--)/gis;

/**
 * Reads the parts of an upload, also in forms that stricter parsers reject. The part `data` is
 * JSON. There can be several of `file`. No document describes the content of files.
 */
function readParts(text: string): object {
  const parts: Record<string, unknown> = {};
  for (const { groups = {} } of text.matchAll(partPattern)) {
    const { name = '', text: content = '' } = groups;
    parts[name] = name === 'data' ? JSON.parse(content) : content;
    if (name === 'file') parts[name] = [''];
  }
  return parts;
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
  if (schema.type === 'boolean') return Boolean(JSON.parse(value));
  if (schema.type !== 'array') return value;
  return values
    .flatMap((list) => list.split(',').map((part) => part.trim()))
    .filter(Boolean);
}
