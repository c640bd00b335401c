import { STATUS_CODES } from 'node:http';
import type { Clock } from '../host/clock.ts';
import type { ClientErrorListener } from '../host/listen.ts';
import type { OutgoingResponse, RequestHead } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { renderGatewayResponse } from './gateway-response.ts';
import { createRequestContext } from './request-context.ts';

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
    const error = createGatewayError('DEFAULT_4XX', status, STATUS_CODES[status]);
    const response = renderGatewayResponse(api, error, head, context);
    socket.end(serialize(response, context.requestId));
  };
}
