import { inject } from 'vitest';
import { checkResponse } from './check-response.ts';
import { getIdentityHeaders } from './fixtures.ts';
import { type Send, type SendOptions, send } from './send.ts';

/**
 * Sends a request to the service under test and checks that the endpoint declares the response.
 * Requests to the diary carry the identity headers of their token (wire.md Y1).
 */
export const call: Send = async <Body = unknown>(
  method: string,
  path: string,
  options: SendOptions = {},
) => {
  // Benchmarks import this module outside of vitest, so it is injected only here.
  const { urls } = inject('service');
  const { host = 'main' } = options;
  const identity = host === 'diary' ? getIdentityHeaders(options.token) : {};
  const headers = { ...identity, ...options.headers };
  const response = await send<Body>(urls, method, path, { ...options, headers });

  // A whole URL leads to another host, e.g. the CDN, which declares nothing.
  const isDeclared = !URL.canParse(path);
  if (isDeclared) checkResponse({ host, method, path }, response);
  return response;
};
