import * as openid from 'openid-client';
import { compact } from '#shared/runtime/compact.ts';
import { allGrants, allUsages, type ClientLibrary } from './client.ts';

/** openid-client 6, the certified client of Node.js. It needs only the issuer. */
export const openidClient: ClientLibrary = {
  name: 'openid-client',
  grants: allGrants,
  usages: allUsages,
  otherEndpoints: ['revocation', 'introspection'],
  connect: async ({ issuer }, registered, { authentication, pkce }) => {
    const { client_id, client_secret, redirect_uri } = registered;
    const authenticate =
      authentication === 'basic' ? openid.ClientSecretBasic : openid.ClientSecretPost;
    const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    const config = await openid.discovery(
      // The issuer may have a path.
      new URL(`${issuer}/.well-known/oauth-authorization-server`),
      client_id,
      undefined,
      authenticate(client_secret),
      { algorithm: 'oauth2', execute: insecure },
    );
    const state = openid.randomState();
    const verifier = openid.randomPKCECodeVerifier();
    let refreshToken = '';
    let accessToken = '';
    const keep = ({ access_token, refresh_token = '' }: openid.TokenEndpointResponse) => {
      refreshToken = refresh_token;
      accessToken = access_token;
      return access_token;
    };
    return {
      begin: async () => {
        const challenge = pkce && {
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        return openid.buildAuthorizationUrl(config, { redirect_uri, state, ...challenge })
          .href;
      },
      finish: async (callback) =>
        keep(
          await openid.authorizationCodeGrant(
            config,
            callback,
            compact({
              expectedState: state,
              pkceCodeVerifier: pkce ? verifier : undefined,
            }),
          ),
        ),
      refresh: async () => keep(await openid.refreshTokenGrant(config, refreshToken)),
      getOwnToken: async () => keep(await openid.clientCredentialsGrant(config)),
      revoke: () => openid.tokenRevocation(config, refreshToken),
      introspect: async () =>
        (await openid.tokenIntrospection(config, accessToken)).active,
    };
  },
};
