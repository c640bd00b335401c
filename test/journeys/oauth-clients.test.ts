import { describe, expect, inject, it } from 'vitest';
import type { GrantType } from '#functions/auth/client/client.ts';
import { call } from '#kit/call.ts';
import { newClient, newUser, type TestUser } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import type { ClientLibrary, LibraryClient, Usage } from './clients/client.ts';
import { openidClient } from './clients/openid-client.ts';
import { passportOauth2 } from './clients/passport-oauth2.ts';
import { simpleOauth2 } from './clients/simple-oauth2.ts';

const { urls } = inject('service');
const server = {
  issuer: urls.main,
  authorizeUrl: `${urls.auth}/v7.0/oauth2/authorize/`,
  tokenUrl: `${urls.main}/v7.0/oauth2/access_token/`,
  revokeUrl: `${urls.main}/v7.0/oauth2/revoke/`,
};

function describeUsage({ name }: ClientLibrary, { authentication, pkce }: Usage): string {
  const credentials = authentication === 'basic' ? 'in the header' : 'in the body';
  return `${name}, credentials ${credentials}, ${pkce ? 'PKCE' : 'no PKCE'}`;
}

const libraries = [openidClient, simpleOauth2, passportOauth2];
const cases = libraries.flatMap((library) =>
  library.usages.map((usage) => ({
    title: describeUsage(library, usage),
    library,
    usage,
  })),
);

const listCasesWith = (grant: GrantType) =>
  cases.filter(({ library }) => library.grants.includes(grant));

/** Registers a client and connects it with its library. */
async function connect(library: ClientLibrary, usage: Usage): Promise<LibraryClient> {
  const registered = await newClient({ pkce_required: usage.pkce });
  return library.connect(server, registered, usage);
}

/** Allows a client as a new user who is signed in. Returns the user and the access token. */
async function authorize(
  client: LibraryClient,
): Promise<{ user: TestUser; token: string }> {
  const user = await newUser();
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(user);
  await browser.open(await client.begin());
  await browser.submit({ decision: 'allow' });
  const token = await client.finish(browser.getDestination());
  return { user, token };
}

/** Returns the id of the user of an access token. */
async function readUserId(token: string): Promise<string> {
  const { body } = await call<{ id: string }>('GET', '/v7.0/user/self/', { token });
  return body.id;
}

describe.each(cases)('$title', ({ library, usage }) => {
  it('gets a token that a user grants, and refreshes it twice if it can', async () => {
    const client = await connect(library, usage);
    const { user, token } = await authorize(client);
    expect(await readUserId(token)).toBe(user.user_id);
    if (!library.grants.includes('refresh_token')) return;

    expect(await readUserId(await client.refresh())).toBe(user.user_id);
    expect(await readUserId(await client.refresh())).toBe(user.user_id);
  });
});

describe.each(listCasesWith('client_credentials'))('$title', ({ library, usage }) => {
  it('gets a token of its own, and refreshes it', async () => {
    const registered = await newClient();
    const client = await library.connect(server, registered, usage);
    const principal = `app-${registered.client_id}`;
    expect(await readUserId(await client.getOwnToken())).toBe(principal);
    expect(await readUserId(await client.refresh())).toBe(principal);
  });
});

const casesWithRevocation = cases.filter(({ library }) =>
  library.otherEndpoints.includes('revocation'),
);

describe.each(casesWithRevocation)('$title', ({ library, usage }) => {
  // RFC 7009, RFC 7662.
  it('revokes its token, and introspects it if it can', async () => {
    const client = await library.connect(server, await newClient(), usage);
    const token = await client.getOwnToken();
    const canIntrospect = library.otherEndpoints.includes('introspection');
    if (canIntrospect) expect(await client.introspect()).toBe(true);
    await client.revoke();
    if (canIntrospect) expect(await client.introspect()).toBe(false);
    expect((await call('GET', '/v7.0/user/self/', { token })).status).toBe(401);
  });
});
