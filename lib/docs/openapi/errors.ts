import { STATUS_CODES } from 'node:http';
import {
  type Endpoint,
  type ErrorShape,
  errorShapeByHost,
  getErrorShape,
  type Host,
} from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { EndpointEntry } from '../../endpoints.ts';
import { toPascalCase } from '../../pascal-case.ts';
import {
  getErrorMessage,
  groupErrorsByStatus,
  listGatewayErrors,
} from '../reference/errors.ts';
import { buildRef, type JsonSchema } from '../reference/json-schema.ts';
import { listCommonHeaders } from './common-headers.ts';

/** Builds references, by status, to the components that `buildErrorResponses` builds. */
export function buildErrorReferences(endpoint: Endpoint): Record<string, object> {
  const references: Record<string, object> = {};
  for (const status of listMessagesByStatus(endpoint).keys()) {
    const name = toResponseName(endpoint, status);
    references[status] = { $ref: `#/components/responses/${name}` };
  }
  return references;
}

/** Lists the messages of an endpoint, and those of the gateway in front of it, by status. */
function listMessagesByStatus(
  endpoint: Endpoint,
): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>();
  for (const [status, codes] of groupErrorsByStatus(endpoint)) {
    byStatus.set(status, codes.map(getErrorMessage));
  }
  for (const { status, message } of listGatewayErrors(endpoint)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), message]);
  }
  return byStatus;
}

/** Names a response after its status. The error shape is a prefix if the host has another shape. */
function toResponseName(endpoint: Endpoint, status: number): string {
  const shape = getErrorShape(endpoint);
  const prefix = shape === errorShapeByHost[endpoint.host] ? '' : toPascalCase(shape);
  const name = (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '');
  return prefix + name;
}

/** A response with the messages of all errors that share its shape and status. */
interface ErrorResponse {
  host: Host;
  /** The headers that errors of an endpoint can have, whatever they say. */
  commonHeaders: Readonly<Record<string, object>>;
  shape: ErrorShape;
  status: number;
  messages: ReadonlySet<string>;
}

/** Builds the error responses of the endpoints of a host: one for each shape and status. */
export function buildErrorResponses(
  entries: readonly EndpointEntry[],
): Record<string, object> {
  const responses = new Map<string, ErrorResponse>();
  for (const { endpoint } of entries) {
    const { host } = endpoint;
    const shape = getErrorShape(endpoint);
    for (const [status, added] of listMessagesByStatus(endpoint)) {
      const name = toResponseName(endpoint, status);
      const known = responses.get(name);
      const messages = new Set([...(known?.messages ?? []), ...added]);
      const commonHeaders = { ...known?.commonHeaders, ...listCommonHeaders(endpoint) };
      responses.set(name, { host, shape, status, messages, commonHeaders });
    }
  }
  const built = [...responses].map(([name, response]): [string, object] => [
    name,
    buildErrorResponse(response),
  ]);
  const sorted = built.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted);
}

function buildErrorResponse(response: ErrorResponse): object {
  const { host, shape, status, messages, commonHeaders } = response;
  const headers = { ...errorHeaders[status], ...commonHeaders };
  return compact({
    description: [...messages].join('\n\n'),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    content: buildContent(host, shape, status),
  });
}

const string: JsonSchema = { type: 'string' };
const text = { schema: string };

/** Headers that the errors with a status have. */
const errorHeaders: Readonly<Record<number, object>> = {
  401: {
    'WWW-Authenticate': { description: 'The challenge (RFC 6750 section 3).', ...text },
  },
  405: { Allow: { description: 'The methods of this path.', ...text } },
  429: {
    'Retry-After': {
      description: 'Seconds until the next request can succeed.',
      schema: { type: 'integer' },
    },
  },
};

/**
 * Builds the bodies of a response by media type. The gateway's own errors have the shape of the
 * host, whatever the shape of the endpoint. A client can ask for a page as JSON.
 */
function buildContent(host: Host, shape: ErrorShape, status: number): object {
  const shapes = new Set([shape, errorShapeByHost[host]]);
  const isPage = shapes.has('page');
  const names = [...shapes].flatMap((errorShape) => getSchemaNames(errorShape, status));
  const schemas = names.map(buildRef);
  const [firstSchema, ...otherSchemas] = schemas;
  const schema = otherSchemas.length > 0 ? { anyOf: schemas } : firstSchema;
  return compact({
    'application/json': schema && { schema },
    'text/html': isPage ? text : undefined,
  });
}

/** Returns the schemas of the JSON bodies of a shape. */
function getSchemaNames(shape: ErrorShape, status: number): string[] {
  switch (shape) {
    case 'hal':
      return status === 400 ? ['ValidationFailures', 'Problem'] : ['Problem'];
    case 'oauth':
    case 'page':
      return ['OauthError'];
    case 'diary':
      return ['DiaryError'];
    case 'rpc':
      return [];
  }
}

const messageList: JsonSchema = { type: 'array', items: string };

function buildObjectSchema(
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required };
}

const link: JsonSchema = { type: 'array', items: buildRef('Link') };
const links = buildObjectSchema({ self: link, documentation: link }, ['documentation']);

const validationFailures: JsonSchema = {
  type: 'array',
  description:
    'The invalid fields, each with its messages. `__all__` stands for the whole request.',
  items: { type: 'object', additionalProperties: messageList },
};

/** What tells programs and operators about an error of main. */
const identification: Record<string, JsonSchema> = {
  codes: {
    type: 'array',
    description: 'The codes of the errors, for programs. The guide about errors has all.',
    items: string,
  },
  request_id: {
    type: 'string',
    description: 'The id of the request, by which operators find it.',
  },
};

const details: JsonSchema = { type: 'object', additionalProperties: true };

const violatedPolicies: JsonSchema = {
  type: 'array',
  description:
    'The limits that the request exceeds, by their names in `RateLimit-Policy`.',
  items: string,
};

/** Schemas of the error bodies. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  Link: buildObjectSchema({ href: string }),
  ErrorLinks: links,
  ValidationFailures: buildObjectSchema(
    {
      _diagnostics: buildObjectSchema({ validation_failures: validationFailures }),
      ...identification,
      _links: buildRef('ErrorLinks'),
    },
    ['_diagnostics', '_links'],
  ),
  Problem: buildObjectSchema(
    {
      errors: messageList,
      violated_policies: violatedPolicies,
      ...identification,
      _links: buildRef('ErrorLinks'),
    },
    ['errors', '_links'],
  ),
  OauthError: buildObjectSchema(
    { error: string, error_description: string, violated_policies: violatedPolicies },
    ['error', 'error_description'],
  ),
  DiaryError: buildObjectSchema(
    {
      error: string,
      error_description: string,
      error_details: details,
      violated_policies: violatedPolicies,
    },
    ['error', 'error_description'],
  ),
};
