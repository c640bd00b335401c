import { type GrantType, grantTypes } from '#functions/auth/client/client.ts';
import type { TestClient } from '#kit/fixtures.ts';

/** Where the service is: the issuer, whose metadata says the rest to libraries that read it (RFC 8414). */
interface Server {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
}

/** Where the metadata of an issuer is, also of one that has a path. */
export const metadataUrl = (issuer: string) =>
  new URL(`${issuer}/.well-known/oauth-authorization-server`);

/** How an application uses the service. */
export interface Usage {
  /** How it authenticates (decision A3). */
  authentication: 'basic' | 'body';
  pkce: boolean;
}

/** An application at work, built with a public client library. */
export interface LibraryClient {
  /** The address to which it sends the browser. */
  begin(): Promise<string>;
  /** Takes the browser back at its redirect URI; gives the access token. */
  finish(callback: URL): Promise<string>;
  /** Refreshes; gives the next access token. Of libraries that know the grant. */
  refresh(): Promise<string>;
  /** Gets an access token of its own. Of libraries that know the grant. */
  ownToken(): Promise<string>;
  /** Revokes the last refresh token. Of libraries that know revocation. */
  revoke(): Promise<void>;
  /** Whether the last access token is good, as the service says. Of libraries that know introspection. */
  introspect(): Promise<boolean>;
}

/** A public client library. */
export interface ClientLibrary {
  name: string;
  grants: readonly GrantType[];
  usages: readonly Usage[];
  /** What it knows beyond tokens. */
  knows: readonly ('revocation' | 'introspection')[];
  connect(server: Server, application: TestClient, usage: Usage): Promise<LibraryClient>;
}

export const allGrants: readonly GrantType[] = grantTypes;

/** Every way to use the service. */
export const allUsages: readonly Usage[] = [
  { authentication: 'body', pkce: false },
  { authentication: 'body', pkce: true },
  { authentication: 'basic', pkce: false },
  { authentication: 'basic', pkce: true },
];
