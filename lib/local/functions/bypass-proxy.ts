import http, { type Agent, type ClientRequest, type RequestOptions } from 'node:http';
import { toServerOptions } from '../http/server-options.ts';
import {
  createRecordExpectation,
  type ExpectedRecords,
} from '../table-writes/expected-records.ts';
import {
  findConsumedWrite,
  isTransaction,
  isWriteAction,
} from '../table-writes/table-write.ts';

/** How threads call DynamoDB without its proxy. */
export interface ProxyBypass {
  proxyUrl: string;
  engineUrl: string;
  /** A write that causes one of these records must go through the proxy. */
  expected: readonly ExpectedRecords[];
}

/** The request options of the AWS SDK. */
export interface CallOptions extends RequestOptions {
  agent: Agent;
  headers: Readonly<Record<string, string>>;
}

type OnResponse = (response: http.IncomingMessage) => void;

/**
 * Adds a request to the queue of an agent, as `http.request` does. The types of Node do not declare
 * this method.
 */
type AddRequest = (request: ClientRequest, options: RequestOptions) => void;

/** Sends an HTTP request, like `http.request`. */
export type SendHttp = (options: CallOptions, onResponse: OnResponse) => ClientRequest;

/**
 * Creates a replacement of `http.request` for a thread. It sends calls to the engine directly,
 * except writes that cause an expected record: through the proxy, each call would wake the main
 * thread twice. The record of a write depends on the body, so a write gets its connection when its
 * body is known.
 */
export function createBypassingRequest({
  proxyUrl,
  engineUrl,
  expected,
}: ProxyBypass): SendHttp {
  const proxy = toServerOptions(proxyUrl);
  const engine = toServerOptions(engineUrl);
  const expects = createRecordExpectation(expected);
  const { request } = http;

  function requestWrite(options: CallOptions, onResponse: OnResponse): ClientRequest {
    const { agent, headers } = options;
    const { addRequest } = agent as Agent & { addRequest: AddRequest };
    // This agent gives the request no connection. `end` adds the request to the real agent.
    const idleAgent = Object.create(agent, { addRequest: { value: () => undefined } });
    const outgoing = request({ ...options, agent: idleAgent }, onResponse);
    const { end } = outgoing;

    // The SDK passes the whole body to `end`.
    return Object.assign(outgoing, {
      end: (body: string | Buffer) => {
        const text = body.toString();
        const write = findConsumedWrite(headers['x-amz-target'], text, expects);
        const address = write ? proxy : engine;
        addRequest.call(agent, outgoing, { ...options, ...address });
        return end.call(outgoing, body, 'utf8');
      },
    });
  }

  return (options, onResponse) => {
    // A request to another server, e.g. S3, is not changed.
    if (options.port !== proxy.port) return request(options, onResponse);

    if (isTransaction(options.headers)) return request(options, onResponse);
    if (isWriteAction(options.headers['x-amz-target']))
      return requestWrite(options, onResponse);
    return request({ ...options, ...engine }, onResponse);
  };
}
