import { beforeEach, describe, expect, it } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import { turn } from '#functions/connections/provider-credentials/settings.store.ts';
import { newClient, table } from '#kit/fixtures.ts';
import { findCredentials } from '#kit/remote-connections.ts';
import type { TestBrowser } from '#kit/test-browser.ts';
import { listConnections, startConnectService } from './connect-service.ts';

const { service, provider, call, logLines, newSignedInBrowser } =
  await startConnectService();
const path = '/v7.1/remoteconnectiontype/19/connect/';
const ownPath = 'intervals.icu/api/v1/athlete/0';
const key = 'k3y-of-ann';

const respond = (status: number, body: object) =>
  provider.setResponse(ownPath, status, JSON.stringify(body));

async function openForm(browser: TestBrowser, query = '') {
  const { headers } = await call('GET', `${path}${query}`);
  return browser.open(headers.get('location') ?? '');
}

beforeEach(() => respond(200, { id: 'i7' }));

describe('an account that is connected with a key', () => {
  it('needs nothing of the operator, and its key is stored encrypted', async () => {
    const { browser, person } = await newSignedInBrowser();
    const page = await openForm(browser);
    expect(page.text).toContain('<a href="https://intervals.icu/settings">');
    expect(page.text).toContain('type="password"');
    expect(page.text).toContain('workouts, and weight, sleep, steps and the like');
    const connected = await browser.submit({ decision: 'continue', key: ` ${key}\n` });
    expect(connected.text).toContain('Intervals.icu is connected');
    const [connection] = await listConnections(person);
    expect(connection).toMatchObject({ type: 'intervals_icu', remote_id: 'i7' });
    const { id = '' } = connection ?? {};
    expect(await findCredentials(person.user_id, id)).toEqual({ access_token: key });
    expect(
      JSON.stringify(await table().query({ pk: `USER#${person.user_id}` })),
    ).not.toContain(key);
    expect(logLines.join()).not.toContain(key);
  });

  it('leads back to the application, also after a cancel', async () => {
    respond(200, { id: 'i8' });
    const client = await newClient();
    const { browser, person } = await newSignedInBrowser();
    const { client_id, redirect_uri } = client;
    const query = `?${new URLSearchParams({ client_id, redirect_uri, state: 's' })}`;
    await openForm(browser, query);
    await browser.submit({ decision: 'continue', key });
    const [connection] = await listConnections(person);
    expect(Object.fromEntries(browser.getDestination().searchParams)).toEqual({
      remote_connection: connection?.id,
      state: 's',
    });
    await openForm(browser, query);
    await browser.submit({ decision: 'cancel' });
    expect(browser.getDestination().searchParams.get('error')).toBe('access_denied');
  });

  it.each([
    { status: 401, sent: key, text: 'does not accept this key' },
    { status: 429, sent: key, text: 'is too busy' },
    { status: 503, sent: key, text: 'is too busy' },
    { status: 200, sent: ' ', text: 'Enter the key' },
    { status: 200, sent: 'schlüssel', text: 'does not accept this key' },
  ])('is asked for again after $status for "$sent"', async ({ status, sent, text }) => {
    respond(status, status === 200 ? { id: 'i9' } : { status, error: 'x' });
    const { browser, person } = await newSignedInBrowser();
    await openForm(browser);
    const again = await browser.submit({ decision: 'continue', key: sent });
    expect(again.text).toContain(text);
    expect(await listConnections(person)).toEqual([]);
    respond(200, { id: `i${person.user_id}`.slice(0, 20) });
    const connected = await browser.submit({ decision: 'continue', key });
    expect(connected.text).toContain('Intervals.icu is connected');
  });

  it('is not checked any more after ten refused ones', async () => {
    respond(401, { status: 401, error: 'x' });
    const { browser, person } = await newSignedInBrowser();
    await openForm(browser);
    const enter = () => browser.submit({ decision: 'continue', key });
    for (let tries = 0; tries < allowedAttempts.provider_keys; tries += 1)
      expect((await enter()).text).toContain('does not accept this key');
    respond(200, { id: 'i11' });
    expect((await enter()).text).toContain('Too many keys were not accepted');
    expect(await listConnections(person)).toEqual([]);
  });

  it('is checked once its provider answers, however often it was busy', async () => {
    respond(503, { status: 503, error: 'x' });
    const { browser, person } = await newSignedInBrowser();
    await openForm(browser);
    const enter = () => browser.submit({ decision: 'continue', key });
    for (let tries = 0; tries < allowedAttempts.provider_keys; tries += 1)
      expect((await enter()).text).toContain('is too busy');
    respond(200, { id: `i${person.user_id}`.slice(0, 20) });
    expect((await enter()).text).toContain('Intervals.icu is connected');
  });

  it('cannot be connected while the operator has turned it off', async () => {
    const { browser } = await newSignedInBrowser();
    await turn(table(), 'intervals_icu', 'off');
    const { text } = await openForm(browser);
    expect(text).toContain('has turned off connections to Intervals.icu');
    await turn(table(), 'intervals_icu', 'on');
    expect((await openForm(browser)).text).toContain('type="password"');
  });

  it('is disconnected with the hint that the key still works there', async () => {
    respond(200, { id: 'i10' });
    const { browser, person } = await newSignedInBrowser();
    await openForm(browser);
    await browser.submit({ decision: 'continue', key });
    const page = await browser.open(
      `${service.urls.auth}/v7.1/oauth2/account/connections/`,
    );
    expect(page.text).toContain('Disconnecting does not withdraw your API key');
    const [connection] = await listConnections(person);
    const { id = '' } = connection ?? {};
    const gone = await browser.submit({ connection: id, action: 'disconnect' });
    expect(gone.text).toContain('Your key still works there');
  });
});
