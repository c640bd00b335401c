import OAuth2Strategy from 'passport-oauth2';
import type { ClientLibrary } from './client.ts';

const rejectUnsupported = () =>
  Promise.reject(new Error('passport-oauth2 has no such request.'));

/** passport-oauth2 1. It has only the authorization code grant. */
export const passportOauth2: ClientLibrary = {
  name: 'passport-oauth2',
  grants: ['authorization_code'],
  usages: [
    { authentication: 'body', pkce: false },
    { authentication: 'body', pkce: true },
  ],
  otherEndpoints: [],
  connect: async (
    { authorizeUrl, tokenUrl },
    { client_id, client_secret, redirect_uri },
    { pkce },
  ) => {
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: authorizeUrl,
        tokenURL: tokenUrl,
        clientID: client_id,
        clientSecret: client_secret,
        callbackURL: redirect_uri,
        state: true,
        pkce,
      },
      (accessToken, _refreshToken, _profile, verified) => verified(null, { accessToken }),
    );
    const session = {};
    const authenticate = (query: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        strategy.redirect = resolve;
        strategy.success = ({ accessToken }) => resolve(accessToken);
        strategy.fail = ({ message }) => reject(new Error(message));
        strategy.error = reject;
        strategy.authenticate({ session, query });
      });
    return {
      begin: () => authenticate({}),
      finish: (callback) => authenticate(Object.fromEntries(callback.searchParams)),
      refresh: rejectUnsupported,
      getOwnToken: rejectUnsupported,
      revoke: rejectUnsupported,
      introspect: rejectUnsupported,
    };
  },
};
