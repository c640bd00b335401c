import * as openid from 'openid-client';
import { allGrants, allUsages, type ClientLibrary } from './client.ts';

/** openid-client 6, the certified client of Node.js. */
export const openidClient: ClientLibrary = {
  name: 'openid-client',
  grants: allGrants,
  usages: allUsages,
  connect: ({ issuer, authorizeUrl, tokenUrl }, application, { authentication, pkce }) => {
    const { client_id, client_secret, redirect_uri } = application;
    const authenticate = authentication === 'basic' ? openid.ClientSecretBasic : openid.ClientSecretPost;
    const config = new openid.Configuration(
      {
        issuer,
        authorization_endpoint: authorizeUrl,
        token_endpoint: tokenUrl,
        authorization_response_iss_parameter_supported: true,
      },
      client_id,
      undefined,
      authenticate(client_secret),
    );
    if (tokenUrl.startsWith('http:')) openid.allowInsecureRequests(config);
    const state = openid.randomState();
    const verifier = openid.randomPKCECodeVerifier();
    let refreshToken = '';
    const keep = ({ access_token, refresh_token = '' }: openid.TokenEndpointResponse) => {
      refreshToken = refresh_token;
      return access_token;
    };
    return {
      begin: async () => {
        const challenge = pkce && {
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        return openid.buildAuthorizationUrl(config, { redirect_uri, state, ...challenge }).href;
      },
      finish: async (callback) =>
        keep(
          await openid.authorizationCodeGrant(config, callback, {
            expectedState: state,
            ...(pkce && { pkceCodeVerifier: verifier }),
          }),
        ),
      refresh: async () => keep(await openid.refreshTokenGrant(config, refreshToken)),
      ownToken: async () => keep(await openid.clientCredentialsGrant(config)),
    };
  },
};
