import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { gunzipSync, inflateSync } from 'node:zlib';
import { readBytes } from '#lib/local/http/message.ts';
import type { Host, Method } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';

/** The base URL of each host of a service. */
export type ServiceUrls = Readonly<Record<Host, string>>;

/** The parts of a request. The body is one of `json`, `form` and `body`. */
export interface SendOptions {
  /** Defaults to `main`. */
  host?: Host;
  token?: string | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string> | [string, string][];
  body?: string | FormData | Uint8Array<ArrayBuffer>;
  /** The loopback address from which the request comes, like a client on another machine. */
  localAddress?: string;
}

/** A response. `body` is the parsed text if that is JSON, otherwise undefined. */
export interface TestResponse<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Sends a request to one service. */
export type Send = <Body = unknown>(
  method: Method | 'OPTIONS' | 'HEAD',
  path: string,
  options?: SendOptions,
) => Promise<TestResponse<Body>>;

/** The headers that every client sends. */
const clientHeaders = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate',
  'Accept-Language': '*',
  'User-Agent': 'node',
};

/** The agents of each protocol, which keep connections open. */
const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
};

/**
 * Sends a request to a path of a host, or to a whole URL. Does not follow redirects. `fetch` would
 * take three times the CPU time, and tests send thousands of requests.
 */
export async function send<Body = unknown>(
  urls: ServiceUrls,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<TestResponse<Body>> {
  const url = new URL(URL.canParse(path) ? path : urls[options.host ?? 'main'] + path);
  const { headers, body } = await buildMessage(options);
  const { localAddress } = options;
  const isSecure = url.protocol === 'https:';
  const agent = agents[isSecure ? 'https:' : 'http:'];
  const { request } = isSecure ? https : http;

  const outgoing = request(url, compact({ method, headers, agent, localAddress }));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end(body);
  });
  return readResponse<Body>(response);
}

/** A request as it is sent. */
export interface Message {
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** Builds the headers and the body of a request. */
export async function buildMessage(options: SendOptions): Promise<Message> {
  const { token, headers = {} } = options;
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const { type, body } = await encodeBody(options);
  const contentType = type === undefined ? {} : { 'Content-Type': type };
  const sent = { ...clientHeaders, ...authorization, ...contentType, ...headers };
  return { headers: sent, body };
}

async function encodeBody({
  json,
  form,
  body,
}: SendOptions): Promise<{ type?: string; body: Message['body'] }> {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) };
  if (form !== undefined)
    return {
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: `${new URLSearchParams(form)}`,
    };
  if (typeof body === 'string') return { type: 'text/plain;charset=UTF-8', body };
  if (!(body instanceof FormData)) return { body };

  const encoded = new Response(body);
  const type = encoded.headers.get('content-type') ?? '';
  return { type, body: await encoded.bytes() };
}

async function readResponse<Body>(message: IncomingMessage): Promise<TestResponse<Body>> {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  return toTestResponse(message.statusCode ?? 0, headers, await readBytes(message));
}

/** Parses the body of a response, which may be compressed. */
export function toTestResponse<Body>(
  status: number,
  headers: Headers,
  received: Buffer,
): TestResponse<Body> {
  const text = decode(headers.get('content-encoding'), received).toString();
  const isJson = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');
  const body = isJson && text ? JSON.parse(text) : undefined;
  return { status, headers, text, body };
}

function decode(encoding: string | null, bytes: Buffer): Buffer {
  // The response to HEAD has no body.
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'deflate' ? inflateSync(bytes) : bytes;
}

/** Returns a function that sends requests from another loopback address, like another machine. */
export function sendFrom(localAddress: string, urls: ServiceUrls): Send {
  return (method, path, options) =>
    send(urls, method, path, { ...options, localAddress });
}
