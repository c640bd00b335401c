import { type AccessToken, AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { allGrants, type ClientLibrary } from './client.ts';

/** Host and path of an address, as this library wants them. */
const parts = (url: string) => {
  const { origin, pathname } = new URL(url);
  return [origin, pathname] as const;
};

/** simple-oauth2 5; it knows no PKCE. */
export const simpleOauth2: ClientLibrary = {
  name: 'simple-oauth2',
  grants: allGrants,
  usages: [
    { authentication: 'body', pkce: false },
    { authentication: 'basic', pkce: false },
  ],
  knows: ['revocation'],
  connect: async ({ authorizeUrl, tokenUrl, revokeUrl }, application, { authentication }) => {
    const { client_id, client_secret, redirect_uri } = application;
    const [tokenHost, tokenPath] = parts(tokenUrl);
    const [, revokePath] = parts(revokeUrl);
    const [authorizeHost, authorizePath] = parts(authorizeUrl);
    const client = { id: client_id, secret: client_secret };
    const options = { authorizationMethod: authentication === 'basic' ? 'header' : 'body' } as const;
    const code = new AuthorizationCode({
      client,
      auth: { tokenHost, tokenPath, authorizeHost, authorizePath, revokePath },
      options,
    });
    const own = new ClientCredentials({ client, auth: { tokenHost, tokenPath, revokePath }, options });
    let current: AccessToken | undefined;
    const keep = (token: AccessToken | undefined) => {
      current = token;
      return token?.token.access_token ?? '';
    };
    return {
      begin: async () => code.authorizeURL({ redirect_uri, state: 'state' }),
      finish: async (callback) =>
        keep(await code.getToken({ code: callback.searchParams.get('code') ?? '', redirect_uri })),
      refresh: async () => keep(await current?.refresh()),
      ownToken: async () => keep(await own.getToken({})),
      revoke: async () => current?.revoke('refresh_token'),
      introspect: () => Promise.reject(new Error('This library does not know introspection.')),
    };
  },
};
