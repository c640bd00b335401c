import * as oauth from 'oauth4webapi';
import { type SignInLibrary, signInScope } from './client.ts';

/** oauth4webapi 3, for any runtime with Web APIs. It verifies the signature, too. */
export const oauth4webapiSignIn: SignInLibrary = {
  name: 'oauth4webapi',
  connect: async ({ issuer }, { client_id, client_secret, redirect_uri }) => {
    const url = new URL(issuer);
    const options = { [oauth.allowInsecureRequests]: url.protocol === 'http:' };
    const discovery = await oauth.discoveryRequest(url, options);
    const server = await oauth.processDiscoveryResponse(url, discovery);
    const client: oauth.Client = { client_id };
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    return {
      begin: async () => {
        const parameters = {
          client_id,
          redirect_uri,
          response_type: 'code',
          scope: signInScope,
          state,
          nonce,
        };
        return `${server.authorization_endpoint}?${new URLSearchParams(parameters)}`;
      },
      finish: async (callback) => {
        const parameters = oauth.validateAuthResponse(server, client, callback, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.ClientSecretPost(client_secret),
          parameters,
          redirect_uri,
          oauth.nopkce,
          options,
        );
        const tokens = await oauth.processAuthorizationCodeResponse(
          server,
          client,
          response,
          { expectedNonce: nonce, requireIdToken: true },
        );
        await oauth.validateApplicationLevelSignature(server, response, options);
        const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
        const userinfo = await oauth.userInfoRequest(
          server,
          client,
          tokens.access_token,
          options,
        );
        return oauth.processUserInfoResponse(server, client, sub, userinfo);
      },
    };
  },
};
