import { describe, expect, it } from 'vitest';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import { newClient, type TestPerson, table } from '#kit/fixtures.ts';
import type { TestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  listConnections,
  newAccount,
  openCallback,
  startConnectService,
  tokenPath,
} from './connect-service.ts';

const {
  service,
  provider,
  call,
  getNow,
  respondWithAccount,
  newBrowser,
  newSignedInBrowser,
  openConnectLink,
  continueToProvider,
  newProviderRequest,
} = await startConnectService();

describe('the connect link', () => {
  it.each([
    [
      'an unknown application',
      { client_id: 'nobody', redirect_uri: 'https://a.example/' },
    ],
    ['a redirect URI without an application', { redirect_uri: 'https://a.example/' }],
  ])('is rejected with %s, and redirects nowhere', async (_, query) => {
    const browser = newBrowser();
    const { status } = await openConnectLink(browser, `?${new URLSearchParams(query)}`);
    expect([status, browser.hasLeft()]).toEqual([400, false]);
  });

  it('is rejected with a redirect URI that is not registered', async () => {
    const { client_id } = await newClient();
    const browser = newBrowser();
    const query = new URLSearchParams({
      client_id,
      redirect_uri: 'https://evil.example/',
    });
    const { status } = await openConnectLink(browser, `?${query}`);
    expect([status, browser.hasLeft()]).toEqual([400, false]);
  });

  it('leads to a page that rejects a forged form', async () => {
    const { browser } = await newSignedInBrowser();
    await openConnectLink(browser);
    const { status } = await browser.submit({
      decision: 'continue',
      form_token: 'forged',
    });
    expect([status, browser.hasLeft()]).toEqual([403, false]);
  });
});

describe('a callback', () => {
  const expectRejected = async (
    opened: ReturnType<TestBrowser['open']>,
    person: TestPerson,
  ): Promise<void> => {
    const before = provider.listCallsTo(tokenPath).length;
    const { status, text } = await opened;
    expect([status, text]).toEqual([400, expect.stringContaining('Request expired')]);
    expect(provider.listCallsTo(tokenPath)).toHaveLength(before);
    expect(await listConnections(person)).toEqual([]);
  };

  // Login CSRF, RFC 9700 section 4.7.
  it('is rejected in the browser of another person', async () => {
    respondWithAccount(newAccount());
    const attacker = await newSignedInBrowser();
    const victim = await newSignedInBrowser();
    const request = await newProviderRequest(attacker.browser);
    await openConnectLink(victim.browser);
    await expectRejected(openCallback(victim.browser, request), victim.person);
  });

  it('is rejected without a session, or in another session', async () => {
    respondWithAccount(newAccount());
    const { browser, person } = await newSignedInBrowser();
    const request = await newProviderRequest(browser);
    const session = browser.cookies.get('__Host-fit_session') ?? '';
    browser.cookies.delete('__Host-fit_session');
    await expectRejected(openCallback(browser, request), person);
    await browser.signIn(person, getNow());
    await expectRejected(openCallback(browser, request), person);

    browser.cookies.set('__Host-fit_session', session);
    expect((await openCallback(browser, request)).text).toContain('is connected');
  });

  it('is rejected if it is replayed, on a page that leads to what is connected', async () => {
    respondWithAccount(newAccount());
    const { browser, person } = await newSignedInBrowser();
    const request = await newProviderRequest(browser);
    await openCallback(browser, request);
    // A phone reloads pages by itself.
    const reloaded = await openCallback(browser, request);
    expect(reloaded.text).toContain('look at your services first');
    const [connection] = await listConnections(person);
    const removal = { deletes_entries: false, now: getNow() };
    await disconnect(table(), person.user_id, connection?.id ?? '', removal);
    await expectRejected(openCallback(browser, request), person);
  });

  it('succeeds once if ten arrive at the same time', async () => {
    respondWithAccount(newAccount());
    const { browser } = await newSignedInBrowser();
    const request = await newProviderRequest(browser);
    const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
    const Cookie = browser.getCookieHeader();
    const openAtOnce = async (state: string) => {
      callback.search = `?code=c&state=${state}`;
      const open = () => call('GET', callback.href, { headers: { Cookie } });
      const responses = await Promise.all(Array.from({ length: 10 }, open));
      return responses.map(({ status }) => status);
    };
    // Warms up two instances of the function, because a cold one would be too late for the race.
    await openAtOnce('unknown');
    const statuses = await openAtOnce(request.searchParams.get('state') ?? '');
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  // Mix-up, RFC 9700 section 4.4.
  it('is rejected with another state or at another provider', async () => {
    const { browser, person } = await newSignedInBrowser();
    const request = await newProviderRequest(browser);
    const uri = request.searchParams.get('redirect_uri') ?? '';
    const state = request.searchParams.get('state') ?? '';
    const queries = [
      ...['', 'x', `${newId(new Date())}.${'a'.repeat(52)}`].map(
        (other) => `state=${other}`,
      ),
      `state=${state}&state=${state}`,
    ];
    const urls = queries.map((query) => `${uri}?code=c&${query}`);
    const mixedUp = uri.replace('/strava/', '/polar/');
    for (const url of [...urls, `${mixedUp}?code=c&state=${state}`])
      await expectRejected(browser.open(url), person);

    respondWithAccount(newAccount());
    expect((await openCallback(browser, request)).text).toContain('is connected');
  });

  it('succeeds in both of two tabs, each with its own request', async () => {
    const { browser, person } = await newSignedInBrowser();
    const [first, second] = [
      await continueToProvider(browser),
      await continueToProvider(browser),
    ];
    respondWithAccount(newAccount());
    await openCallback(browser, second);
    respondWithAccount(newAccount());
    await openCallback(browser, first);
    expect(await listConnections(person)).toHaveLength(2);
  });

  it('is rejected after 10 minutes', async () => {
    const { browser, person } = await newSignedInBrowser();
    const request = await newProviderRequest(browser);
    // The session lasts longer.
    service.clock.advance(600);
    await expectRejected(openCallback(browser, request), person);
  });
});
