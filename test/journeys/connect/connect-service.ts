import { afterAll } from 'vitest';
import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import * as connectRequests from '#functions/connections/connect/connect-request.store.ts';
import {
  getCallbackUrl,
  toState,
} from '#functions/connections/connect/connect-request.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { setClient } from '#functions/connections/provider-credentials/client.store.ts';
import { newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { type FakeProvider, startFakeProvider } from '#kit/provider.ts';
import { type Send, send, type TestResponse } from '#kit/send.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';

export const tokenPath = 'www.strava.com/oauth/token';

/** The path of the connect link of Strava. */
export const connectPath = '/v7.1/remoteconnectiontype/7/connect/';

let accounts = 1000;

/** Returns the id of an account at Strava that no other test uses. */
export function newAccount(): number {
  accounts += 1;
  return accounts;
}

/** Opens the callback as Strava redirects to it. */
export function openCallback(
  browser: TestBrowser,
  request: URL,
  response: Record<string, string> = { code: 'c', scope: 'read,activity:read_all' },
): Promise<TestResponse> {
  const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
  const state = request.searchParams.get('state') ?? '';
  callback.search = new URLSearchParams({ state, ...response }).toString();
  return browser.open(callback.href);
}

export const listConnections = ({ user_id }: TestPerson) =>
  remoteConnections.list(table(), user_id);

/** A service with a client of Strava, a stand-in for Strava, and what people do there. */
export interface ConnectService {
  service: LocalService;
  provider: FakeProvider;
  /** The log lines of the service. */
  logLines: readonly string[];
  call: Send;
  getNow(): Date;
  /** Sets the account that Strava returns for the next codes. */
  respondWithAccount(id: number): void;
  newBrowser(): TestBrowser;
  newSignedInBrowser(): Promise<{ browser: TestBrowser; person: TestPerson }>;
  /** Opens the connect link of Strava and follows it to the authorization host. */
  openConnectLink(browser: TestBrowser, query?: string): Promise<TestResponse>;
  /** Continues to Strava on the pages. Returns the URL of the authorization request. */
  continueToProvider(browser: TestBrowser): Promise<URL>;
  /**
   * Arranges what `continueToProvider` does, without the pages. The returned URL has only the
   * parameters of the callback.
   */
  newProviderRequest(browser: TestBrowser): Promise<URL>;
}

async function setStravaClient(): Promise<void> {
  const client = {
    type: 'strava',
    client_id: '12345',
    client_secret: 'provider-secret',
    extra_scopes: ['profile:read_all'],
  };
  await setClient({ table: table(), dataKeys: openDataKeys() }, client, new Date());
}

/** Starts a service for the tests of one file, whose clock only they advance. */
export async function startConnectService(): Promise<ConnectService> {
  const disposables = new AsyncDisposableStack();
  afterAll(() => disposables.disposeAsync());
  const provider = await startFakeProvider(disposables);
  const logLines: string[] = [];
  const service = await startOwnService({
    environment: { PROVIDER_GATEWAY: provider.url },
    log: (line) => logLines.push(line),
  });
  disposables.defer(() => service.close());
  service.clock.stop();
  openLocalTable(service.environment);
  await setStravaClient();

  const call: Send = (method, path, options) => send(service.urls, method, path, options);
  const getNow = () => new Date(service.clock.now());
  const newBrowser = () => newTestBrowser(call, service.urls.auth);

  async function openConnectLink(
    browser: TestBrowser,
    query = '',
  ): Promise<TestResponse> {
    const { headers } = await call('GET', `${connectPath}${query}`);
    return browser.open(headers.get('location') ?? '');
  }

  return {
    service,
    provider,
    logLines,
    call,
    getNow,
    newBrowser,
    openConnectLink,
    respondWithAccount: (id) => {
      const tokens = { access_token: `access-${id}`, refresh_token: `refresh-${id}` };
      const body = { ...tokens, expires_in: 21_600, athlete: { id } };
      provider.setResponse(tokenPath, 200, JSON.stringify(body));
    },
    newSignedInBrowser: async () => {
      const person = await newPerson();
      const browser = newBrowser();
      await browser.signIn(person, getNow());
      return { browser, person };
    },
    continueToProvider: async (browser) => {
      await openConnectLink(browser);
      await browser.submit({ decision: 'continue' });
      return browser.getDestination();
    },
    newProviderRequest: async (browser) => {
      const { browser: identity } = identifyBrowser((name) =>
        name === 'cookie' ? [browser.getCookieHeader()] : [],
      );
      browser.cookies.set('__Host-fit_form', identity.secret);
      const started = { type: 'strava', client: undefined };
      const id = await connectRequests.create(
        table(),
        started,
        identity.secret,
        getNow(),
      );
      const redirect_uri = getCallbackUrl(service.urls, 'strava');
      const query = new URLSearchParams({ redirect_uri, state: toState(id, identity) });
      return new URL(`?${query}`, provider.url);
    },
  };
}
