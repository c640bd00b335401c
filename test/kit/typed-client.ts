import { inject } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { type ClientOptions, createFitnessDataClient } from '../../client/exports.ts';
import type { SessionTokens } from '../../client/token-endpoint.ts';
import { call } from './call.ts';
import { newUser, table } from './fixtures.ts';
import { newTestBrowser } from './test-browser.ts';

const redirectUri = 'com.example.app:/callback';

/** Registers a public application, and returns its id. */
export async function newPublicClientId(redirect_uri = redirectUri): Promise<string> {
  const registration = { name: 'Typed client', redirect_uris: [redirect_uri] };
  const { client_id } = await clients.createPublic(table(), registration, new Date());
  return client_id;
}

/** Creates a storage whose stored tokens a test can change. */
export function newTokenStorage() {
  const items = new Map<string, string>();
  const getKey = () => [...items.keys()].find((key) => key.endsWith(':tokens')) ?? '';
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    change(members: Partial<SessionTokens>) {
      const tokens = JSON.parse(items.get(getKey()) ?? '{}');
      items.set(getKey(), JSON.stringify({ ...tokens, ...members }));
    },
  };
}

/** Creates a typed client of the service under test, and records what it sends. */
export function newTypedClient(options: Omit<ClientOptions, 'addresses'>) {
  const sent: Request[] = [];
  const client = createFitnessDataClient({
    addresses: inject('service').urls,
    fetch: (request) => {
      sent.push(request.clone());
      return fetch(request);
    },
    ...options,
  });
  const countSent = (path: string) =>
    sent.filter(({ url }) => new URL(url).pathname.endsWith(path)).length;
  return { ...client, sent, countSent };
}

/** Decides on a started sign-in as a new user. Returns the callback URL of the application. */
export async function decideSignIn(
  url: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<string> {
  const browser = newTestBrowser(call, inject('service').urls.auth);
  await browser.signIn(await newUser());
  await browser.open(url);
  await browser.submit({ decision });
  return browser.getDestination().href;
}

/** Signs a new user in to a new public application. Returns its typed client and its storage. */
export async function newSignedInClient(scope?: string) {
  const storage = newTokenStorage();
  const typed = newTypedClient({ clientId: await newPublicClientId(), storage });
  const signIn = scope === undefined ? { redirectUri } : { redirectUri, scope };
  const url = await typed.auth.startSignIn(signIn);
  await typed.auth.completeSignIn(await decideSignIn(url));
  return { ...typed, storage };
}
