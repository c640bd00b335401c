import type { TestClient } from '#kit/fixtures.ts';

/** The user whom a client has signed in, as the client knows them. */
export interface SignedIn {
  sub: string;
  name?: string | undefined;
  email?: string | undefined;
}

/** A sign-in with a public client library. */
export interface SignInClient {
  /** Returns the URL to which the client sends the browser. */
  begin(): Promise<string>;
  /** Handles the redirect to the client. Rejects if the library rejects the id_token. */
  finish(callback: URL): Promise<SignedIn>;
}

/** A public client library that signs people in. */
export interface SignInLibrary {
  name: string;
  connect(server: { issuer: string }, registered: TestClient): Promise<SignInClient>;
}

/** The scopes that every client requests. */
export const signInScope = 'openid profile email';
