import OpenIDConnectStrategy from 'passport-openidconnect';
import type { SignInLibrary } from './client.ts';

/**
 * passport-openidconnect 0.1. It reads no metadata and verifies no signature, because the id_token
 * comes from the token endpoint (OpenID Connect Core 1.0 section 3.1.3.7).
 */
export const passportSignIn: SignInLibrary = {
  name: 'passport-openidconnect',
  connect: async ({ issuer }, { client_id, client_secret, redirect_uri }) => {
    const metadata = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { authorization_endpoint, token_endpoint, userinfo_endpoint } =
      (await metadata.json()) as Record<string, string>;
    const strategy = new OpenIDConnectStrategy(
      {
        issuer,
        authorizationURL: authorization_endpoint ?? '',
        tokenURL: token_endpoint ?? '',
        userInfoURL: userinfo_endpoint ?? '',
        clientID: client_id,
        clientSecret: client_secret,
        callbackURL: redirect_uri,
        scope: ['profile', 'email'],
        nonce: true,
        skipUserProfile: false,
      },
      (_issuer, profile, verified) => verified(null, profile),
    );
    const session = {};
    const authenticate = <Result>(
      query: Record<string, string>,
      listen: (resolve: (result: Result) => void) => void,
    ) =>
      new Promise<Result>((resolve, reject) => {
        listen(resolve);
        strategy.fail = ({ message }) => reject(new Error(message));
        strategy.error = reject;
        strategy.authenticate({ session, query });
      });
    return {
      begin: () =>
        authenticate<string>({}, (resolve) => {
          strategy.redirect = resolve;
        }),
      finish: (callback) =>
        authenticate(Object.fromEntries(callback.searchParams), (resolve) => {
          strategy.success = ({ id: sub, displayName: name, emails }) =>
            resolve({ sub, name, email: emails?.[0]?.value });
        }),
    };
  },
};
