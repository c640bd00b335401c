import { beforeAll, describe, expect, it } from 'vitest';
import { newClient, newUser } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { findCredentials } from '#kit/remote-connections.ts';
import {
  connectPath,
  listConnections,
  newAccount,
  openCallback,
  startConnectService,
} from './connect-service.ts';

const {
  service,
  logLines,
  provider,
  call,
  respondWithAccount,
  newBrowser,
  newSignedInBrowser,
  openConnectLink,
  newProviderRequest,
} = await startConnectService();

beforeAll(() => setTestClient(getTestClient('polar')));

describe('a person who connects an account', () => {
  it('signs in, sees the provider and the account, continues, and is connected', async () => {
    const user = await newUser();
    const browser = newBrowser();
    const signIn = await openConnectLink(browser);
    expect(signIn.text).toContain('to connect <strong>Strava</strong>');
    const page = await browser.submit({ email: user.email, password: user.password });
    expect(page.text).toContain('Connect Strava');
    expect(page.text).toContain(user.username);
    expect(page.text).toContain('Workouts are kept for 7 days after they were last read');

    await browser.submit({ decision: 'continue' });
    const request = browser.getDestination();
    expect(
      request.href.startsWith(`${provider.url}/www.strava.com/oauth/authorize?`),
    ).toBe(true);
    expect(Object.fromEntries(request.searchParams)).toEqual({
      response_type: 'code',
      client_id: '12345',
      redirect_uri: `${service.urls.auth}/v7.1/connect/callback/strava/`,
      scope: 'read,activity:read_all,profile:read_all',
      state: expect.stringMatching(/^\w{36}\.\w{52}$/),
    });

    const account = newAccount();
    respondWithAccount(account);
    const connected = await openCallback(browser, request);
    expect([connected.status, connected.text]).toEqual([
      200,
      expect.stringContaining('Strava is connected'),
    ]);
    const [connection] = await listConnections(user);
    expect(connection).toMatchObject({ type: 'strava', remote_id: String(account) });
    expect(await findCredentials(user.user_id, connection?.id ?? '')).toEqual({
      access_token: `access-${account}`,
      refresh_token: `refresh-${account}`,
      expires_at: expect.any(Number),
      client_id: '12345',
      client_secret: 'provider-secret',
    });
  });

  it('returns to the application that asked for it, with the id of the connection', async () => {
    const client = await newClient();
    const { browser, person } = await newSignedInBrowser();
    const query = `?${new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
      state: 'a b',
    })}`;
    const page = await openConnectLink(browser, query);
    expect(page.text).toContain(client.name);
    await browser.submit({ decision: 'continue' });
    respondWithAccount(newAccount());
    await openCallback(browser, browser.getDestination());
    const [connection] = await listConnections(person);
    const { origin, pathname, searchParams } = browser.getDestination();
    expect(origin + pathname).toBe(client.redirect_uri);
    expect(Object.fromEntries(searchParams)).toEqual({
      remote_connection: connection?.id,
      state: 'a b',
    });

    await openConnectLink(browser, query);
    await browser.submit({ decision: 'cancel' });
    expect(browser.getDestination().searchParams.get('error')).toBe('access_denied');
  });

  it('ends here with a cancel, which is no refusal of the provider', async () => {
    const { browser } = await newSignedInBrowser();
    await openConnectLink(browser);
    const { text } = await browser.submit({ decision: 'cancel' });
    expect(text).toContain('<p>Nothing was changed. You can try again at any time.</p>');
  });

  it('keeps the connection when the same account is connected again', async () => {
    const { browser, person } = await newSignedInBrowser();
    respondWithAccount(newAccount());
    const connected = await openCallback(browser, await newProviderRequest(browser));
    expect(connected.text).toContain('are being imported');
    const [first] = await listConnections(person);

    const page = await openConnectLink(browser);
    expect(page.text).toContain(
      'continues where it stopped. If you choose another account',
    );
    const again = await openCallback(browser, await newProviderRequest(browser));
    expect(again.text).toContain('continues where it stopped');
    expect((await listConnections(person)).map(({ id }) => id)).toEqual([first?.id]);
  });

  it.each([
    ['strava', 'those of the last\n30 days now'],
    ['polar', 'Polar Flow does not provide workouts from before the connection'],
  ])('is promised only what %s delivers', async (type, promise) => {
    const { browser } = await newSignedInBrowser();
    const url = `${service.urls.auth}/v7.1/connect/?type=${type}`;
    expect((await browser.open(url)).text).toContain(promise);
  });

  it('gets a 404 for a provider whose workouts cannot be imported', async () => {
    const browser = newBrowser();
    const { headers } = await call('GET', connectPath);
    const url = new URL(headers.get('location') ?? '');
    url.searchParams.set('type', 'garmin');
    expect((await browser.open(url.href)).status).toBe(404);
  });
});

it('writes no token, code, state or secret to the log', () => {
  const log = logLines.join('\n');
  expect(log).toContain('connection_created');
  expect(log).not.toMatch(/access-\d|refresh-\d|provider-secret|\.[0-9a-z]{52}/);
});
