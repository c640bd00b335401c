import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ClientErrorListener } from '../host/listen.ts';
import type { OutgoingResponse, RequestHead } from '../http/message.ts';
import type { Api, ResponseDefinition } from '../template/api.ts';
import { createGatewayError, type GatewayError } from './gateway-error.ts';
import { mapHeaders, replaceVariables } from './mapping.ts';

/**
 * Renders an error as the stack defines it for the type of the error, or for all 4xx or 5xx. Its
 * body is the same for each media type.
 */
export function renderGatewayResponse(
  { gatewayResponses, stageVariables }: Api,
  { responseType, status, authorizer }: GatewayError,
  scheme: RequestHead['scheme'],
  requestId: string,
): OutgoingResponse {
  const defaultType = status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  const definition: ResponseDefinition =
    gatewayResponses[responseType] ?? gatewayResponses[defaultType] ?? {};
  const { statusCode, responseParameters, responseTemplates = {} } = definition;
  const [body = ''] = Object.values(responseTemplates);
  return {
    status: Number(statusCode ?? status),
    headers: mapHeaders(responseParameters, stageVariables, scheme),
    body: Buffer.from(
      replaceVariables(body, {
        ...prefixNames('stageVariables', stageVariables ?? {}),
        ...prefixNames('context.authorizer', authorizer),
        'context.extendedRequestId': requestId,
      }),
    ),
  };
}

function prefixNames(prefix: string, values: Readonly<Record<string, string>>) {
  const members = Object.entries(values);
  return Object.fromEntries(members.map(([name, value]) => [`${prefix}.${name}`, value]));
}

/** Statuses by the error code of Node. The status of all other errors is 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
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
  scheme: RequestHead['scheme'],
): ClientErrorListener {
  return ({ code = '' }, socket) => {
    if (!socket.writable) return;

    const error = createGatewayError('DEFAULT_4XX', { status: statuses[code] ?? 400 });
    const requestId = randomUUID();
    const response = renderGatewayResponse(api, error, scheme, requestId);
    socket.end(serialize(response, requestId));
  };
}
