import { describe, expect, inject, it } from 'vitest';
import type { GrantType } from '#functions/auth/client/client.ts';
import { call } from '#kit/call.ts';
import { newClient, newUser, type TestUser } from '#kit/fixtures.ts';
import { newVisitor } from '#kit/visitor.ts';
import type { ClientLibrary, LibraryClient, Usage } from './clients/client.ts';
import { oauth4webapi } from './clients/oauth4webapi.ts';
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

const usages = [openidClient, oauth4webapi, simpleOauth2, passportOauth2].flatMap(
  (library) =>
    library.usages.map(
      (usage) =>
        [
          `${library.name}, credentials in the ${usage.authentication === 'basic' ? 'header' : 'body'}, ${usage.pkce ? 'PKCE' : 'no PKCE'}`,
          library,
          usage,
        ] as const,
    ),
);

/** Registers a client and connects it with its library. */
async function connect(library: ClientLibrary, usage: Usage) {
  const registered = await newClient({ pkce_required: usage.pkce });
  return library.connect(server, registered, usage);
}

/** Allows a client as a user who is signed in. Returns the user. */
async function authorize(client: LibraryClient): Promise<TestUser> {
  const user = await newUser();
  const visitor = newVisitor(call, urls.auth);
  await visitor.signIn(user);
  await visitor.open(await client.begin());
  await visitor.submit({ decision: 'allow' });
  await client.finish(visitor.getDestination());
  return user;
}

const whoami = async (token: string) =>
  (await call<{ id: string }>('GET', '/v7.0/user/self/', { token })).body.id;

const knowing = (grant: GrantType) =>
  usages.filter(([, { grants }]) => grants.includes(grant));

describe.each(usages)('%s', (_, library, usage) => {
  it('gets a token that a user grants (specification 5, A1, A3, A5)', async () => {
    const [user, client] = await Promise.all([newUser(), connect(library, usage)]);
    const visitor = newVisitor(call, urls.auth);
    await visitor.open(await client.begin());
    await visitor.submit({ email: user.email, password: user.password });
    await visitor.submit({ decision: 'allow' });
    const token = await client.finish(visitor.getDestination());
    expect(await whoami(token)).toBe(user.user_id);
  });
});

describe.each(knowing('refresh_token'))('%s', (_, library, usage) => {
  it('refreshes, and again (specification 5, A8)', async () => {
    const client = await connect(library, usage);
    const user = await authorize(client);
    expect(await whoami(await client.refresh())).toBe(user.user_id);
    expect(await whoami(await client.refresh())).toBe(user.user_id);
  });
});

describe.each(knowing('client_credentials'))('%s', (_, library, usage) => {
  it('gets a token of its own, and refreshes it (specification 5, A2)', async () => {
    const application = await newClient();
    const client = await library.connect(server, application, usage);
    const principal = `app-${application.client_id}`;
    expect(await whoami(await client.ownToken())).toBe(principal);
    expect(await whoami(await client.refresh())).toBe(principal);
  });
});

describe.each(usages.filter(([, { knows }]) => knows.includes('revocation')))(
  '%s',
  (_, library, usage) => {
    it('revokes what it has (RFC 7009, RFC 7662)', async () => {
      const client = await library.connect(server, await newClient(), usage);
      const token = await client.ownToken();
      const asks = library.knows.includes('introspection');
      if (asks) expect(await client.introspect()).toBe(true);
      await client.revoke();
      if (asks) expect(await client.introspect()).toBe(false);
      expect((await call('GET', '/v7.0/user/self/', { token })).status).toBe(401);
    });
  },
);
