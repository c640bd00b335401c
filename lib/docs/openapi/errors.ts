import { type ErrorShape, getErrorShape } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { groupErrorsByStatus } from '../reference/endpoint-errors.ts';
import { getErrorMessage } from '../reference/error-message.ts';
import { buildRef, type JsonSchema } from '../reference/json-schema.ts';

const text: JsonSchema = { type: 'string' };
const messageList: JsonSchema = { type: 'array', items: text };

function buildObjectSchema(
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required };
}

const links = buildObjectSchema({
  self: buildRef('PlainLink'),
  documentation: buildRef('PlainLink'),
});

const validationFailures: JsonSchema = {
  type: 'array',
  description:
    'The invalid fields, each with its messages. `__all__` stands for the whole request.',
  items: { type: 'object', additionalProperties: messageList },
};

/** Schemas of the error bodies (decisions M4, A10 and Y2). */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ValidationFailures: buildObjectSchema({
    _diagnostics: buildObjectSchema({ validation_failures: validationFailures }),
    _links: links,
  }),
  Problem: buildObjectSchema({ errors: messageList, _links: links }),
  OauthError: buildObjectSchema({ error: text, error_description: text }),
  DiaryError: buildObjectSchema(
    { error: text, error_description: text, error_details: { type: 'object' } },
    ['error', 'error_description'],
  ),
};

/** Builds the error responses of an endpoint by status, as references to `buildErrorResponses`. */
export function buildErrorReferences({
  endpoint,
}: EndpointEntry): Record<string, object> {
  const shape = getErrorShape(endpoint);
  const references: Record<string, object> = {};
  for (const status of groupErrorsByStatus(endpoint).keys()) {
    references[status] = {
      $ref: `#/components/responses/${toResponseName(shape, status)}`,
    };
  }
  return references;
}

function toResponseName(shape: ErrorShape, status: number): string {
  return `${shape}-${status}`;
}

/** A response with the messages of all errors that share its shape and status. */
interface ErrorResponse {
  shape: ErrorShape;
  status: number;
  messages: Set<string>;
}

/** Builds the error responses of all endpoints: one for each shape and status. */
export function buildErrorResponses(
  entries: readonly EndpointEntry[],
): Record<string, object> {
  const collected = collectResponses(entries);
  const responses: Record<string, object> = {};
  for (const name of [...collected.keys()].sort()) {
    const response = collected.get(name);
    if (response) responses[name] = buildErrorResponse(response);
  }
  return responses;
}

function buildErrorResponse({ shape, status, messages: all }: ErrorResponse): object {
  const description = [...all].join('\n\n');
  return { description, content: buildContent(shape, status) };
}

/** Collects the messages of all endpoints by the name of their response. */
function collectResponses(
  entries: readonly EndpointEntry[],
): ReadonlyMap<string, ErrorResponse> {
  const responses = new Map<string, ErrorResponse>();
  for (const { endpoint } of entries) {
    const shape = getErrorShape(endpoint);
    for (const [status, codes] of groupErrorsByStatus(endpoint)) {
      const name = toResponseName(shape, status);
      const known = responses.get(name)?.messages ?? [];
      const added = codes.map(getErrorMessage);
      responses.set(name, { shape, status, messages: new Set([...known, ...added]) });
    }
  }
  return responses;
}

function buildContent(shape: ErrorShape, status: number): object {
  switch (shape) {
    case 'hal':
      return buildJsonContent(status === 400 ? 'ValidationFailures' : 'Problem');
    case 'oauth':
      return buildJsonContent('OauthError');
    case 'diary':
      return buildJsonContent('DiaryError');
    case 'page':
      return { 'text/html': { schema: text } };
  }
}

function buildJsonContent(schemaName: string): object {
  return { 'application/json': { schema: buildRef(schemaName) } };
}
