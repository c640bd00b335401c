import { type GrantType, grantTypes } from '../../../functions/auth/application/application.ts';
import type { TestApplication } from '../../kit/fixtures.ts';

/** Where the service is, as an application is told. */
interface Server {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
}

/** How an application uses the service. */
export interface Usage {
  /** How it authenticates (decision A3). */
  authentication: 'basic' | 'body';
  pkce: boolean;
}

/** An application at work, built with a public client library. */
interface Client {
  /** The address to which it sends the browser. */
  begin(): Promise<string>;
  /** Takes the browser back at its redirect URI; gives the access token. */
  finish(callback: URL): Promise<string>;
  /** Refreshes; gives the next access token. Of libraries that know the grant. */
  refresh(): Promise<string>;
  /** Gets an access token of its own. Of libraries that know the grant. */
  ownToken(): Promise<string>;
}

/** A public client library. */
export interface ClientLibrary {
  name: string;
  grants: readonly GrantType[];
  usages: readonly Usage[];
  connect(server: Server, application: TestApplication, usage: Usage): Client;
}

export const allGrants: readonly GrantType[] = grantTypes;

/** Every way to use the service. */
export const allUsages: readonly Usage[] = [
  { authentication: 'body', pkce: false },
  { authentication: 'body', pkce: true },
  { authentication: 'basic', pkce: false },
  { authentication: 'basic', pkce: true },
];
