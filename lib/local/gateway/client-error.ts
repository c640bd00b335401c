import { STATUS_CODES } from 'node:http';
import type { Clock } from '../host/clock.ts';
import type { ClientErrorListener } from '../host/listen.ts';
import type { OutgoingResponse } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { renderGatewayResponse } from './gateway-response.ts';
import { createRequestContext } from './request-context.ts';

/** By Node's code of the failure; any other is a request in the wrong form. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** All that is known of a request that could not be read. */
const head = {
  method: 'GET',
  path: '/',
  query: '',
  protocol: 'HTTP/1.1',
  headers: [],
  sourceIp: '127.0.0.1',
  port: 0,
};

/** Makes what answers a request that is not HTTP as Node knows it, as the API refuses others, and ends its connection. */
export function createClientErrorListener(
  api: Api,
  clock: Pick<Clock, 'now'>,
): ClientErrorListener {
  return ({ code = '' }, socket) => {
    if (!socket.writable) return;
    const status = statuses[code] ?? 400;
    const context = createRequestContext(api, head, clock.now());
    const unreadable = createGatewayError('DEFAULT_4XX', status, STATUS_CODES[status]);
    const response = renderGatewayResponse(api, unreadable, head, context);
    socket.end(toBytes(response, context.requestId));
  };
}

function toBytes({ status, headers, body }: OutgoingResponse, requestId: string): Buffer {
  const lines = [
    ...headers,
    ['x-amzn-RequestId', requestId],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ].map(([name, value]) => `${name}: ${value}`);
  const start = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(start, 'latin1'), body]);
}
