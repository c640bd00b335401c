import { newPkce } from '#kit/oauth-parties.ts';
import {
  type AuthorizationServer,
  type OracleClient,
  post,
  toBasicHeader,
  toCredentials,
} from './server.ts';

type SendInvalidRequest = (server: AuthorizationServer) => Promise<Response>;

const buildCodeForm = async (
  server: AuthorizationServer,
  parameters: Record<string, string> = {},
) => ({
  ...toCredentials(server.client),
  grant_type: 'authorization_code',
  redirect_uri: server.client.redirect_uri,
  code: await server.newCode(server.client),
  ...parameters,
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Gets tokens of a person for an application. */
async function getTokens(
  server: AuthorizationServer,
  client: OracleClient,
): Promise<Tokens> {
  const form = {
    ...toCredentials(client),
    grant_type: 'authorization_code',
    redirect_uri: client.redirect_uri,
    code: await server.newCode(client),
  };
  return (await (await post(server.token, form)).json()) as Tokens;
}

const buildRefreshForm = async (
  server: AuthorizationServer,
  client: OracleClient,
  parameters = {},
) => ({
  ...toCredentials(client),
  grant_type: 'refresh_token',
  refresh_token: (await getTokens(server, client)).refresh_token,
  ...parameters,
});

const buildClientForm = (
  server: AuthorizationServer,
  parameters: Record<string, string> = {},
) => ({
  ...toCredentials(server.client),
  grant_type: 'client_credentials',
  ...parameters,
});

const omit = <T extends object>(form: T, name: keyof T) => {
  const { [name]: _, ...others } = form;
  return others as Record<string, string>;
};

/** Sends a valid authorization request with further parameters, and with `tail` after them. */
const requestAuthorization = (
  { authorize, client }: AuthorizationServer,
  parameters: Record<string, string>,
  tail = '',
) => {
  const { client_id, redirect_uri } = client;
  const query = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'read',
    state: 'x',
    ...parameters,
  };
  return fetch(`${authorize}?${new URLSearchParams(query)}${tail}`, {
    redirect: 'manual',
  });
};

const pkce = newPkce();
const { code_challenge } = pkce.announced;

/** Invalid requests by name. `s` is the server that receives them. */
export const requests: Readonly<Record<string, SendInvalidRequest>> = {
  'token: no grant_type': async (s) => post(s.token, toCredentials(s.client)),
  'token: grant_type password': async (s) =>
    post(s.token, buildClientForm(s, { grant_type: 'password' })),
  'token: grant_type twice': async (s) =>
    post(s.token, [
      ...Object.entries(buildClientForm(s)),
      ['grant_type', 'client_credentials'],
    ]),
  'token: no authentication': async (s) =>
    post(s.token, { grant_type: 'client_credentials' }),
  'token: unknown client': async (s) =>
    post(s.token, buildClientForm(s, { client_id: '0'.repeat(36) })),
  'token: wrong secret in the body': async (s) =>
    post(s.token, buildClientForm(s, { client_secret: 'wrong' })),
  'token: wrong secret by Basic': async (s) =>
    post(
      s.token,
      { grant_type: 'client_credentials' },
      { headers: toBasicHeader({ ...s.basic, client_secret: 'wrong' }) },
    ),
  'token: Basic and body': async (s) =>
    post(
      s.token,
      { grant_type: 'client_credentials', ...toCredentials(s.basic) },
      { headers: toBasicHeader(s.basic) },
    ),
  'token: Basic that is no base64': async (s) =>
    post(
      s.token,
      { grant_type: 'client_credentials' },
      { headers: { Authorization: 'Basic %%%' } },
    ),
  'token: JSON': async (s) =>
    fetch(s.token, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildClientForm(s)),
    }),
  'code: none': async (s) => post(s.token, omit(await buildCodeForm(s), 'code')),
  'code: unknown': async (s) => post(s.token, await buildCodeForm(s, { code: 'x' })),
  "code: another client's": async (s) =>
    post(s.token, await buildCodeForm(s, { code: await s.newCode(s.otherClient) })),
  'code: a second time': async (s) => {
    const form = await buildCodeForm(s);
    await post(s.token, form);
    return post(s.token, form);
  },
  'code: without redirect_uri': async (s) =>
    post(s.token, omit(await buildCodeForm(s), 'redirect_uri')),
  'code: another redirect_uri': async (s) =>
    post(s.token, await buildCodeForm(s, { redirect_uri: 'https://evil.example/' })),
  'code: without its verifier': async (s) =>
    post(
      s.token,
      await buildCodeForm(s, { code: await s.newCode(s.client, code_challenge) }),
    ),
  'code: wrong verifier': async (s) =>
    post(
      s.token,
      await buildCodeForm(s, {
        code: await s.newCode(s.client, code_challenge),
        code_verifier: newPkce().code_verifier,
      }),
    ),
  'code: right verifier after a wrong one': async (s) => {
    const form = await buildCodeForm(s, {
      code: await s.newCode(s.client, code_challenge),
    });
    await post(s.token, { ...form, code_verifier: newPkce().code_verifier });
    return post(s.token, { ...form, code_verifier: pkce.code_verifier });
  },
  'code: a verifier that is too short': async (s) =>
    post(
      s.token,
      await buildCodeForm(s, {
        code: await s.newCode(s.client, code_challenge),
        code_verifier: 'x',
      }),
    ),
  'code: verifier without a challenge': async (s) =>
    post(s.token, await buildCodeForm(s, { code_verifier: pkce.code_verifier })),
  'refresh: none': async (s) =>
    post(s.token, omit(await buildRefreshForm(s, s.client), 'refresh_token')),
  'refresh: unknown': async (s) =>
    post(s.token, await buildRefreshForm(s, s.client, { refresh_token: 'x' })),
  "refresh: another client's": async (s) =>
    post(s.token, {
      ...(await buildRefreshForm(s, s.otherClient)),
      ...toCredentials(s.client),
    }),
  'refresh: the same again': async (s) => {
    const form = await buildRefreshForm(s, s.client);
    await post(s.token, form);
    return post(s.token, form);
  },
  'refresh: an older one': async (s) => {
    const first = await buildRefreshForm(s, s.client);
    const { refresh_token } = (await (await post(s.token, first)).json()) as {
      refresh_token: string;
    };
    await post(s.token, { ...first, refresh_token });
    return post(s.token, first);
  },
  'refresh: with a wider scope': async (s) =>
    post(s.token, await buildRefreshForm(s, s.client, { scope: 'read write' })),
  'own: an unknown scope': async (s) =>
    post(s.token, buildClientForm(s, { scope: 'write' })),
  'authorize: unknown client': (s) => requestAuthorization(s, { client_id: 'x' }),
  'authorize: another redirect_uri': (s) =>
    requestAuthorization(s, { redirect_uri: 'https://evil.example/' }),
  'authorize: longer redirect_uri': (s) =>
    requestAuthorization(s, { redirect_uri: `${s.client.redirect_uri}/x` }),
  'authorize: redirect_uri twice': (s) => requestAuthorization(s, {}, '&redirect_uri=x'),
  'authorize: no response_type': (s) => requestAuthorization(s, { response_type: '' }),
  'authorize: response_type token': (s) =>
    requestAuthorization(s, { response_type: 'token' }),
  'authorize: an unknown response_mode': (s) =>
    requestAuthorization(s, { response_mode: 'x' }),
  'authorize: plain challenge': (s) =>
    requestAuthorization(s, { code_challenge, code_challenge_method: 'plain' }),
  'authorize: challenge without method': (s) =>
    requestAuthorization(s, { code_challenge }),
  'authorize: short challenge': (s) =>
    requestAuthorization(s, { code_challenge: 'x', code_challenge_method: 'S256' }),
  'authorize: method without challenge': (s) =>
    requestAuthorization(s, { code_challenge_method: 'S256' }),
  'authorize: state twice': (s) => requestAuthorization(s, {}, '&state=y'),
  'authorize: an unknown scope': (s) => requestAuthorization(s, { scope: 'write' }),
  'revoke: no token': async (s) => post(s.revoke, toCredentials(s.client)),
  'revoke: unknown token': async (s) =>
    post(s.revoke, { ...toCredentials(s.client), token: 'x' }),
  "revoke: another client's token": async (s) =>
    post(s.revoke, {
      ...toCredentials(s.client),
      token: (await getTokens(s, s.otherClient)).access_token,
    }),
  'revoke: wrong secret': async (s) =>
    post(s.revoke, buildClientForm(s, { client_secret: 'wrong', token: 'x' })),
  'introspect: no token': async (s) => post(s.introspect, toCredentials(s.client)),
  'introspect: unknown token': async (s) =>
    post(s.introspect, { ...toCredentials(s.client), token: 'x' }),
  "introspect: another client's token": async (s) =>
    post(s.introspect, {
      ...toCredentials(s.client),
      token: (await getTokens(s, s.otherClient)).access_token,
    }),
  'introspect: no authentication': async (s) => post(s.introspect, { token: 'x' }),
};
