import type { Host, Method } from '#shared/contract/endpoint.ts';

/** Where the service under test answers. */
export type Urls = Readonly<Record<Host, string>>;

/** What a request carries; the body is one of `json`, `form` and `body`. */
export interface SendOptions {
  host?: Host;
  token?: string | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string> | [string, string][];
  body?: string | FormData | Uint8Array<ArrayBuffer>;
}

/** An answer with its body parsed where it is JSON. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Sends requests to one service on somebody's behalf. */
export type Send = <Body = unknown>(
  method: Method | 'OPTIONS' | 'HEAD',
  path: string,
  options?: SendOptions,
) => Promise<Answer<Body>>;

/** Sends one request, to a path of a host or to an address, and reads its answer; redirects are answers too. */
export async function send<Body = unknown>(
  urls: Urls,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Answer<Body>> {
  const response = await fetch(URL.canParse(path) ? path : urls[options.host ?? 'main'] + path, {
    method,
    redirect: 'manual',
    ...init(options),
  });
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  const { status, headers } = response;
  return { status, headers, text, body: isJson && text ? JSON.parse(text) : undefined };
}

function init({ token, headers = {}, json, form, body }: SendOptions): RequestInit {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  if (json !== undefined) {
    return {
      headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(json),
    };
  }
  return {
    headers: { ...authorization, ...headers },
    ...(form && { body: new URLSearchParams(form) }),
    ...(body !== undefined && { body }),
  };
}
