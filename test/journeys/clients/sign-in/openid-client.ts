import * as openid from 'openid-client';
import { type SignInLibrary, signInScope } from './client.ts';

/**
 * openid-client 6, the certified client of Node.js. It needs only the issuer, verifies the
 * signature, too, and sends the secret in the body.
 */
export const openidClientSignIn: SignInLibrary = {
  name: 'openid-client',
  connect: async ({ issuer }, { client_id, client_secret, redirect_uri }) => {
    const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
    const config = await openid.discovery(
      new URL(issuer),
      client_id,
      client_secret,
      undefined,
      { execute: [openid.enableNonRepudiationChecks, ...insecure] },
    );
    const state = openid.randomState();
    const nonce = openid.randomNonce();
    const verifier = openid.randomPKCECodeVerifier();
    return {
      begin: async () =>
        openid.buildAuthorizationUrl(config, {
          redirect_uri,
          scope: signInScope,
          state,
          nonce,
          max_age: '600',
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).href,
      finish: async (callback) => {
        const tokens = await openid.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          maxAge: 600,
        });
        const { sub = '' } = tokens.claims() ?? {};
        return openid.fetchUserInfo(config, tokens.access_token, sub);
      },
    };
  },
};
