import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { issueCode } from '#kit/authorization-codes.ts';
import { newClient, newUser } from '#kit/fixtures.ts';
import { startOidcProvider } from './oracle/oidc-provider.ts';
import { requests } from './oracle/requests.ts';
import { type AuthorizationServer, describeOutcome } from './oracle/server.ts';

const { urls } = inject('service');
const page = join(import.meta.dirname, '../../docs/oidc-provider.md');

let ours: AuthorizationServer;
let theirs: Awaited<ReturnType<typeof startOidcProvider>>;

beforeAll(async () => {
  const [client, otherClient, user] = await Promise.all([
    newClient(),
    newClient(),
    newUser(),
  ]);
  // oidc-provider prints advice for its operator.
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  theirs = await startOidcProvider();
  ours = {
    authorize: `${urls.auth}/v7.0/oauth2/authorize/`,
    token: `${urls.main}/v7.0/oauth2/access_token/`,
    revoke: `${urls.main}/v7.0/oauth2/revoke/`,
    introspect: `${urls.main}/v7.0/oauth2/introspect/`,
    client,
    basic: client,
    otherClient,
    newCode: ({ client_id }, code_challenge) =>
      issueCode(
        user,
        client_id === client.client_id ? client : otherClient,
        code_challenge ? { code_challenge } : {},
      ),
  };
});

afterAll(() => {
  theirs.close();
  vi.restoreAllMocks();
});

/** Returns the rows of the page: the request, our response, and that of oidc-provider. */
async function readExplanations(): Promise<string[][]> {
  const rows = (await readFile(page, 'utf8')).matchAll(
    /^\| ([^|]+?) +\| `([^|]+?)` +\| `([^|]+?)` +\|/gm,
  );
  return [...rows].map(([, ...cells]) => cells);
}

// RFC 6749, 7009, 7636, 7662.
it('the service responds to invalid requests like oidc-provider, except for the listed differences', async () => {
  const differences: string[][] = [];
  for (const [name, sendTo] of Object.entries(requests)) {
    const describe = async (server: AuthorizationServer) =>
      describeOutcome(await sendTo(server), server.client.redirect_uri);
    const [ourOutcome, theirOutcome] = await Promise.all([
      describe(ours),
      describe(theirs),
    ]);
    if (ourOutcome !== theirOutcome) differences.push([name, ourOutcome, theirOutcome]);
  }
  expect(differences).toEqual(await readExplanations());
});
