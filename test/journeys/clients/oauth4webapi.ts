import * as oauth from 'oauth4webapi';
import { allGrants, allUsages, buildMetadataUrl, type ClientLibrary } from './client.ts';

/** oauth4webapi 3, for any runtime with Web APIs. It needs only the issuer. */
export const oauth4webapi: ClientLibrary = {
  name: 'oauth4webapi',
  grants: allGrants,
  usages: allUsages,
  otherEndpoints: ['revocation', 'introspection'],
  connect: async ({ issuer }, registered, { authentication, pkce }) => {
    const { client_id, client_secret, redirect_uri } = registered;
    const server = await oauth.processDiscoveryResponse(
      new URL(issuer),
      await fetch(buildMetadataUrl(issuer)),
    );
    const client: oauth.Client = { client_id };
    const authenticate =
      authentication === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
    const clientAuthentication = authenticate(client_secret);
    const options = { [oauth.allowInsecureRequests]: issuer.startsWith('http:') };
    const state = oauth.generateRandomState();
    const verifier = oauth.generateRandomCodeVerifier();
    let refreshToken = '';
    let accessToken = '';
    const keep = ({ access_token, refresh_token = '' }: oauth.TokenEndpointResponse) => {
      refreshToken = refresh_token;
      accessToken = access_token;
      return access_token;
    };
    return {
      begin: async () => {
        const url = new URL(server.authorization_endpoint ?? '');
        const challenge = pkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        };
        const parameters = {
          client_id,
          redirect_uri,
          response_type: 'code',
          state,
          ...challenge,
        };
        url.search = new URLSearchParams(parameters).toString();
        return url.href;
      },
      finish: async (callback) => {
        const parameters = oauth.validateAuthResponse(server, client, callback, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          clientAuthentication,
          parameters,
          redirect_uri,
          pkce ? verifier : oauth.nopkce,
          options,
        );
        return keep(
          await oauth.processAuthorizationCodeResponse(server, client, response),
        );
      },
      refresh: async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          clientAuthentication,
          refreshToken,
          options,
        );
        return keep(await oauth.processRefreshTokenResponse(server, client, response));
      },
      getOwnToken: async () => {
        const response = await oauth.clientCredentialsGrantRequest(
          server,
          client,
          clientAuthentication,
          {},
          options,
        );
        return keep(
          await oauth.processClientCredentialsResponse(server, client, response),
        );
      },
      revoke: async () =>
        oauth.processRevocationResponse(
          await oauth.revocationRequest(
            server,
            client,
            clientAuthentication,
            refreshToken,
            options,
          ),
        ),
      introspect: async () => {
        const response = await oauth.introspectionRequest(
          server,
          client,
          clientAuthentication,
          accessToken,
          options,
        );
        return (await oauth.processIntrospectionResponse(server, client, response))
          .active;
      },
    };
  },
};
