import { serveEach } from '#shared/http/serve-each.ts';
import { createConnectRequest } from './create-connect-request.ts';
import { decideConnectRequest } from './decide-connect-request.ts';
import endpoints from './endpoints.ts';
import { showConnectRequest } from './show-connect-request.ts';

/** Serves the way to a provider: its start, and the page that asks to continue with its form. */
export const handler = serveEach(endpoints, {
  create: createConnectRequest,
  show: showConnectRequest,
  decide: decideConnectRequest,
});
