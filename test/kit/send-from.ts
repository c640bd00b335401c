import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Send, ServiceUrls, TestResponse } from './send.ts';

/** Sends requests from another loopback address, like a client on another machine. */
export function sendFrom(localAddress: string, urls: ServiceUrls): Send {
  return async <Body>(
    method: string,
    path: string,
    { host = 'main', headers = {}, form, body = '' }: Parameters<Send>[2] = {},
  ): Promise<TestResponse<Body>> => {
    const sent = form ? String(new URLSearchParams(form)) : body;
    const type = form && { 'Content-Type': 'application/x-www-form-urlencoded' };
    const outgoing = request(urls[host] + path, {
      method,
      localAddress,
      headers: { ...type, ...headers },
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve).on('error', reject).end(sent);
    });
    const received = await text(response);
    const lines = Object.entries(response.headersDistinct).flatMap(
      ([name, values = []]) => values.map((value): [string, string] => [name, value]),
    );
    const isJson =
      received && response.headers['content-type']?.startsWith('application/json');
    return {
      status: response.statusCode ?? 0,
      headers: new Headers(lines),
      text: received,
      body: (isJson ? JSON.parse(received) : undefined) as Body,
    };
  };
}
