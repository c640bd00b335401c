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

/** Sends a request to a path of a host, or to a whole URL. Does not follow redirects. */
export async function send<Body = unknown>(
  urls: ServiceUrls,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<TestResponse<Body>> {
  const url = URL.canParse(path) ? path : urls[options.host ?? 'main'] + path;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    ...buildInit(options),
  });
  const { status, headers } = response;

  const text = await response.text();
  const isJson = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');
  return { status, headers, text, body: isJson && text ? JSON.parse(text) : undefined };
}

function buildInit({ token, headers = {}, json, form, body }: SendOptions): RequestInit {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  if (json !== undefined) {
    const type = { 'Content-Type': 'application/json' };
    return {
      headers: { ...authorization, ...type, ...headers },
      body: JSON.stringify(json),
    };
  }
  return compact({
    headers: { ...authorization, ...headers },
    body: form ? new URLSearchParams(form) : body,
  });
}
