import { afterAll, expect, it } from 'vitest';
import { testCallback } from './connect/callback.ts';
import { testConnectLink } from './connect/connect-link.ts';
import { startConnectService } from './connect/connect-service.ts';
import { testConnecting } from './connect/connecting.ts';
import { testConnectionFailures } from './connect/connection-failures.ts';
import { testConnectionsPage } from './connect/connections-page.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

// All share one service, because each service starts its own threads of functions.
const journey = await startConnectService(disposables);

testConnecting(journey);
testConnectionFailures(journey);
testConnectLink(journey);
testConnectionsPage(journey);
// Its last test advances the clock, after which the imports of all connections would start.
testCallback(journey);

it('writes no token, code, state or secret to the log', () => {
  const log = journey.logLines.join('\n');
  expect(log).toContain('connection_created');
  expect(log).not.toMatch(/access-\d|refresh-\d|provider-secret|\.[0-9a-z]{52}/);
});
