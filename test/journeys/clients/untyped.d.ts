/** The parts of two libraries that the journeys use. The packages bring no types. */
declare module 'simple-oauth2' {
  interface Options {
    client: { id: string; secret: string };
    auth: Record<
      'tokenHost' | 'tokenPath' | 'authorizeHost' | 'authorizePath' | 'revokePath',
      string
    >;
    options: { authorizationMethod: 'header' | 'body' };
  }
  interface AccessToken {
    token: { access_token: string; refresh_token: string };
    refresh(): Promise<AccessToken>;
    revoke(which: 'refresh_token'): Promise<void>;
  }
  class AuthorizationCode {
    constructor(options: Options);
    authorizeURL(parameters: Record<string, string>): string;
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
  }
  class ClientCredentials {
    constructor(
      options: Omit<Options, 'auth'> & {
        auth: Record<'tokenHost' | 'tokenPath' | 'revokePath', string>;
      },
    );
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
  }
}

declare module 'passport-oauth2' {
  interface Options {
    authorizationURL: string;
    tokenURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    state: boolean;
    pkce: boolean;
  }
  type Verified = (error: Error | null, user: { accessToken: string }) => void;
  export default class OAuth2Strategy {
    constructor(
      options: Options,
      verify: (
        accessToken: string,
        refreshToken: string,
        profile: object,
        verified: Verified,
      ) => void,
    );
    authenticate(request: { session: object; query: Record<string, string> }): void;
    redirect: (url: string) => void;
    success: (user: { accessToken: string }) => void;
    fail: (challenge: { message?: string }) => void;
    error: (error: Error) => void;
  }
}

declare module 'passport-openidconnect' {
  interface Options {
    issuer: string;
    authorizationURL: string;
    tokenURL: string;
    userInfoURL: string;
    clientID: string;
    clientSecret: string;
    callbackURL: string;
    scope: readonly string[];
    nonce: true;
    skipUserProfile: false;
  }
  interface Profile {
    id: string;
    displayName?: string;
    emails?: readonly { value: string }[];
  }
  type Verified = (error: Error | null, user: Profile) => void;
  export default class OpenIDConnectStrategy {
    constructor(
      options: Options,
      verify: (issuer: string, profile: Profile, verified: Verified) => void,
    );
    authenticate(request: { session: object; query: Record<string, string> }): void;
    redirect: (url: string) => void;
    success: (user: Profile) => void;
    fail: (challenge: { message?: string }) => void;
    error: (error: Error) => void;
  }
}
