import { expect, inject } from 'vitest';
import { type CatalogueEntry, discoverEndpoints } from '../../lib/catalogue.ts';
import type { Host } from '../../shared/contract/endpoint.ts';
import { identityOf } from './fixtures.ts';
import { type Answer, type Send, type SendOptions, send } from './send.ts';

export type { Answer, SendOptions } from './send.ts';

const { urls } = inject('service');
const catalogue = await discoverEndpoints();

/**
 * Sends one request to the running service and checks that the answer is one that the endpoint declares: its status,
 * its headers, and its body against the schema, member by member. To the diary it confirms whose token it is.
 */
export const call: Send = async <Body = unknown>(method: string, path: string, options: SendOptions = {}) => {
  const identity = options.host === 'diary' ? identityOf(options.token) : {};
  const headers = { ...identity, ...options.headers };
  const answer = await send<Body>(urls, method, path, { ...options, headers });
  // An address leads elsewhere, as to the CDN, where nothing is declared.
  if (!URL.canParse(path)) checkAnswer(options.host ?? 'main', method, path, answer);
  return answer;
};

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
