import { expect, inject } from 'vitest';
import { type CatalogueEntry, discoverEndpoints } from '../../lib/catalogue.ts';
import type { Host, Method } from '../../shared/contract/endpoint.ts';

/** What a request carries; the body is one of `json`, `form` and `body`. */
export interface CallOptions {
  host?: Host;
  token?: string | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string> | [string, string][];
  body?: string | Uint8Array<ArrayBuffer>;
}

/** An answer with its body parsed where it is JSON. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

const { urls } = inject('service');
const catalogue = await discoverEndpoints();

/**
 * Sends one request to the running service and checks that the answer is one that the endpoint declares: its status,
 * its headers, and its body against the schema.
 */
export async function call<Body = unknown>(
  method: Method | 'OPTIONS' | 'HEAD',
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const host = options.host ?? 'main';
  const response = await fetch(urls[host] + path, { method, redirect: 'manual', ...init(options) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
  checkAnswer(host, method, path, answer);
  return answer;
}

function init({ token, headers = {}, json, form, body }: CallOptions): RequestInit {
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

/** The endpoint that serves a path, literal segments before parameters. */
export function endpointOf(host: Host, method: string, path: string): CatalogueEntry | undefined {
  const segments = segmentsOf(new URL(path, 'http://any').pathname).slice(1);
  return catalogue
    .filter(({ endpoint }) => endpoint.host === host && endpoint.method === method)
    .filter(({ endpoint }) => {
      const pattern = segmentsOf(endpoint.path);
      return (
        pattern.length === segments.length &&
        pattern.every((part, i) => part.startsWith('{') || part === segments[i])
      );
    })
    .sort((one, other) => parameterCount(one) - parameterCount(other))[0];
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean);
const parameterCount = ({ endpoint }: CatalogueEntry) => endpoint.path.split('{').length;

function checkAnswer(
  host: Host,
  method: string,
  path: string,
  { status, headers, text, body }: Answer,
): void {
  const declared = endpointOf(host, method, path)?.endpoint.responses[status];
  if (!declared) {
    expect(status, `${method} ${path} answered an undeclared ${status}: ${text}`).toBeGreaterThanOrEqual(400);
    expect(status, `${method} ${path} failed: ${text}`).toBeLessThan(500);
    return;
  }
  for (const name of declared.headers ?? [])
    expect(headers.get(name), `${name} of ${method} ${path}`).not.toBeNull();
  if (typeof declared.body === 'object' && 'safeParse' in declared.body) {
    const result = declared.body.safeParse(body);
    expect(result.error?.issues ?? [], `body of ${method} ${path}`).toEqual([]);
    expect(result.data, `members of ${method} ${path}`).toEqual(body);
  }
}
