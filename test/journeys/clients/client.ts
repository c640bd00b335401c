import { type GrantType, grantTypes } from '#functions/auth/client/client.ts';
import type { TestClient } from '#kit/fixtures.ts';

/** The URLs of the service. Libraries that read metadata (RFC 8414) need only the issuer. */
interface Server {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
}

export interface Usage {
  /** The place of the client's credentials. */
  authentication: 'basic' | 'body';
  pkce: boolean;
}

/** A client that is built with a public client library. */
export interface LibraryClient {
  /** Returns the URL to which the client sends the browser. */
  begin(): Promise<string>;
  /** Handles the redirect to the client. Returns the access token. */
  finish(callback: URL): Promise<string>;
  /** Refreshes the tokens and returns the access token. Rejects if the library cannot. */
  refresh(): Promise<string>;
  /** Returns an access token of the client itself. Rejects if the library cannot. */
  getOwnToken(): Promise<string>;
  /** Revokes the latest refresh token. Rejects if the library cannot. */
  revoke(): Promise<void>;
  /** Returns whether the latest access token is active. Rejects if the library cannot. */
  introspect(): Promise<boolean>;
}

/** A public client library. */
export interface ClientLibrary {
  name: string;
  grants: readonly GrantType[];
  usages: readonly Usage[];
  /** The endpoints that the library can use besides the authorization and token endpoints. */
  otherEndpoints: readonly ('revocation' | 'introspection')[];
  connect(server: Server, registered: TestClient, usage: Usage): Promise<LibraryClient>;
}

export const allGrants: readonly GrantType[] = grantTypes;

/** Both ways to authenticate, one with PKCE and one without, because neither depends on PKCE. */
export const allUsages: readonly Usage[] = [
  { authentication: 'body', pkce: true },
  { authentication: 'basic', pkce: false },
];
