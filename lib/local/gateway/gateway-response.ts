import { STATUS_CODES } from 'node:http';
import { compact } from '#shared/runtime/compact.ts';
import type { Clock } from '../host/clock.ts';
import type { ClientErrorListener } from '../host/listen.ts';
import { getHeader, type OutgoingResponse, type RequestHead } from '../http/message.ts';
import type { Api, ResponseDefinition } from '../template/api.ts';
import { createGatewayError, type GatewayError } from './gateway-error.ts';
import { fillTemplate, mapHeaders } from './mapping.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';

/** The default template of API Gateway, for responses without a template in the stack. */
const defaultTemplate = ['application/json', '{"message":$context.error.messageString}'];

/** Finds the definition of a response type. Defaults to that of all 4xx or all 5xx responses. */
function findDefinition(
  { gatewayResponses }: Api,
  { responseType, status }: GatewayError,
): ResponseDefinition {
  const defaultType = status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  return gatewayResponses[responseType] ?? gatewayResponses[defaultType] ?? {};
}

/** Selects the JSON template, or the first one if no template is JSON. */
function selectTemplate({ responseTemplates = {} }: ResponseDefinition) {
  const templates = Object.entries(responseTemplates);
  const json = templates.find(([contentType]) => contentType === 'application/json');
  return json ?? templates[0] ?? defaultTemplate;
}

/** Renders an error as the stack defines it for the type of the error, or for all 4xx or 5xx. */
export function renderGatewayResponse(
  api: Api,
  error: GatewayError,
  request: Pick<RequestHead, 'headers' | 'scheme'>,
  context: RequestContext,
): OutgoingResponse {
  const { clientMessage: message, responseType } = error;
  const messageString = JSON.stringify(message);
  const source = {
    context: { ...context, error: { message, messageString, responseType } },
    stageVariables: api.stageVariables,
    request,
  };

  const definition = findDefinition(api, error);
  const [contentType = '', template = ''] = selectTemplate(definition);
  const headers = mapHeaders(definition.responseParameters ?? {}, source);
  const hasContentType = getHeader(headers, 'content-type') !== undefined;
  return {
    status: Number(definition.statusCode ?? error.status),
    headers: hasContentType ? headers : [...headers, ['Content-Type', contentType]],
    body: Buffer.from(fillTemplate(template, source)),
  };
}

/** Statuses by the error code of Node. The status of all other errors is 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Made-up values for a request that Node cannot parse. Only the scheme is known. */
const unknownHead: Omit<RequestHead, 'scheme'> = {
  method: 'GET',
  path: '/',
  query: '',
  protocol: 'HTTP/1.1',
  headers: [],
  sourceIp: '127.0.0.1',
  port: 0,
};

/** Serializes a response as HTTP/1.1. */
function serialize(
  { status, headers, body }: OutgoingResponse,
  requestId: string,
): Buffer {
  const allHeaders = [
    ...headers,
    ['x-amzn-RequestId', requestId],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...allHeaders.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, body]);
}

/**
 * Creates the listener for requests that Node cannot parse. It renders the API's gateway response
 * and closes the connection.
 */
export function createClientErrorListener(
  api: Api,
  clock: Pick<Clock, 'now'>,
  scheme: RequestHead['scheme'],
): ClientErrorListener {
  const head = { ...unknownHead, scheme };
  return ({ code = '' }, socket) => {
    if (!socket.writable) return;

    const status = statuses[code] ?? 400;
    const context = createRequestContext(api, head, clock.now());
    const clientMessage = STATUS_CODES[status];
    const error = createGatewayError('DEFAULT_4XX', compact({ status, clientMessage }));
    const response = renderGatewayResponse(api, error, head, context);
    socket.end(serialize(response, context.requestId));
  };
}
