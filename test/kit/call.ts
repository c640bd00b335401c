import { inject } from 'vitest';
import { checkResponse } from './check-response.ts';
import { getIdentityHeaders } from './fixtures.ts';
import { type Send, type SendOptions, send } from './send.ts';

/**
 * Returns a function that checks that the endpoint declares each response. Its requests to the
 * diary carry the identity headers of their token (wire.md Y1).
 */
export function withChecks(sendUnchecked: Send): Send {
  return async <Body = unknown>(
    method: Parameters<Send>[0],
    path: string,
    options: SendOptions = {},
  ) => {
    const { host = 'main' } = options;
    const identity = host === 'diary' ? getIdentityHeaders(options.token) : {};
    const headers = { ...identity, ...options.headers };
    const response = await sendUnchecked<Body>(method, path, { ...options, headers });

    // A whole URL leads to another host, e.g. the CDN, which declares nothing.
    const isDeclared = !URL.canParse(path);
    if (isDeclared) checkResponse({ host, method, path }, response);
    return response;
  };
}

/**
 * Sends a request to the service under test and checks the response. The tests of one endpoint use
 * `callHandler`.
 */
export const call: Send = withChecks((method, path, options) =>
  // Benchmarks import this module outside of vitest, so it is injected only here.
  send(inject('service').urls, method, path, options),
);
