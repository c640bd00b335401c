import { type AccessToken, AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { newPkce } from '#kit/oauth-parties.ts';
import { allGrants, allUsages, type ClientLibrary } from './client.ts';

/** Host and path of an address, as this library wants them. */
const parts = (url: string) => {
  const { origin, pathname } = new URL(url);
  return [origin, pathname] as const;
};

/** simple-oauth2 5; it passes on what its user brings for PKCE. */
export const simpleOauth2: ClientLibrary = {
  name: 'simple-oauth2',
  grants: allGrants,
  usages: allUsages,
  knows: ['revocation'],
  connect: async (
    { authorizeUrl, tokenUrl, revokeUrl },
    application,
    { authentication, pkce },
  ) => {
    const { client_id, client_secret, redirect_uri } = application;
    const [tokenHost, tokenPath] = parts(tokenUrl);
    const [, revokePath] = parts(revokeUrl);
    const [authorizeHost, authorizePath] = parts(authorizeUrl);
    const client = { id: client_id, secret: client_secret };
    const options = {
      authorizationMethod: authentication === 'basic' ? 'header' : 'body',
    } as const;
    const code = new AuthorizationCode({
      client,
      auth: { tokenHost, tokenPath, authorizeHost, authorizePath, revokePath },
      options,
    });
    const own = new ClientCredentials({
      client,
      auth: { tokenHost, tokenPath, revokePath },
      options,
    });
    let current: AccessToken | undefined;
    const keep = (token: AccessToken | undefined) => {
      current = token;
      return token?.token.access_token ?? '';
    };
    const { code_verifier, announced } = newPkce();
    return {
      begin: async () =>
        code.authorizeURL({ redirect_uri, state: 'state', ...(pkce && announced) }),
      finish: async (callback) => {
        const returned = { code: callback.searchParams.get('code') ?? '', redirect_uri };
        return keep(await code.getToken({ ...returned, ...(pkce && { code_verifier }) }));
      },
      refresh: async () => keep(await current?.refresh()),
      ownToken: async () => keep(await own.getToken({})),
      revoke: async () => current?.revoke('refresh_token'),
      introspect: () =>
        Promise.reject(new Error('This library does not know introspection.')),
    };
  },
};
