import { type AccessToken, AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { getCode, newPkce } from '#kit/oauth-parties.ts';
import { allGrants, allUsages, type ClientLibrary } from './client.ts';

/** Splits a URL into the host and the path that the library requires. */
const splitUrl = (url: string) => {
  const { origin, pathname } = new URL(url);
  return [origin, pathname] as const;
};

/** simple-oauth2 5. It has no PKCE of its own, but sends any parameters. */
export const simpleOauth2: ClientLibrary = {
  name: 'simple-oauth2',
  grants: allGrants,
  usages: allUsages,
  otherEndpoints: ['revocation'],
  connect: async (
    { authorizeUrl, tokenUrl, revokeUrl },
    registered,
    { authentication, pkce },
  ) => {
    const { client_id, client_secret, redirect_uri } = registered;
    const [tokenHost, tokenPath] = splitUrl(tokenUrl);
    const [, revokePath] = splitUrl(revokeUrl);
    const [authorizeHost, authorizePath] = splitUrl(authorizeUrl);
    const client = { id: client_id, secret: client_secret };
    const options = {
      authorizationMethod: authentication === 'basic' ? 'header' : 'body',
    } as const;
    const code = new AuthorizationCode({
      client,
      auth: { tokenHost, tokenPath, authorizeHost, authorizePath, revokePath },
      options,
    });
    const clientGrant = new ClientCredentials({
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
        code.authorizeURL({ redirect_uri, state: 'state', ...(pkce ? announced : {}) }),
      finish: async (callback) => {
        const parameters = { code: getCode(callback), redirect_uri };
        const proof = pkce ? { code_verifier } : {};
        return keep(await code.getToken({ ...parameters, ...proof }));
      },
      refresh: async () => keep(await current?.refresh()),
      getOwnToken: async () => keep(await clientGrant.getToken({})),
      revoke: async () => current?.revoke('refresh_token'),
      introspect: () =>
        Promise.reject(new Error('simple-oauth2 cannot introspect tokens.')),
    };
  },
};
