import { inject } from 'vitest';
import { withChecks } from './check-response.ts';
import { type Send, send } from './send.ts';

/**
 * Sends a request over HTTP to the service that all test files share, and checks the response. Its
 * functions are deployed code, so this is for tests of the deployed code and of the servers.
 */
export const callService: Send = withChecks((method, path, options) =>
  // Benchmarks import this module outside of vitest, so it is injected only here.
  send(inject('service').urls, method, path, options),
);

/**
 * Sends a request to the service under test and checks the response. It is a deployed stack, or
 * else `callHandler` calls the handlers in this process, at half of the CPU time of HTTP.
 */
export const call: Send = async (method, path, options) => {
  // A whole URL leads to another host, e.g. the CDN.
  const hasHandler = !process.env.TARGET && !URL.canParse(path);
  if (!hasHandler) return callService(method, path, options);

  // Benchmarks do not need it, and it loads all endpoints.
  const { callHandler } = await import('./call-handler.ts');
  return callHandler(method, path, options);
};
