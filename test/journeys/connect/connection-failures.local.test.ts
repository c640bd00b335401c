import { describe, expect, it } from 'vitest';
import { newPerson } from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import {
  listConnections,
  newAccount,
  openCallback,
  startConnectService,
  tokenPath,
} from './connect-service.ts';

/** The parameters of redirects to the callback, and what the page then says. */
const redirects: readonly { response: Record<string, string>; expected: string }[] = [
  { response: { error: 'access_denied' }, expected: 'was not allowed at Strava' },
  {
    response: { code: 'c', scope: 'read' },
    expected: 'leave the permission to read',
  },
  { response: { error: 'server_error' }, expected: 'Error code: server_error' },
  { response: { error: '<script>' }, expected: 'Strava reported an error' },
  { response: {}, expected: 'Strava reported an error' },
];

/** Returns the body of an error of Strava. */
const toErrorBody = (resource: string, code: string) =>
  JSON.stringify({ errors: [{ resource, field: '', code }] });

/** Responses of the token endpoint, and what the page then says. */
const tokenResponses = [
  {
    status: 400,
    body: toErrorBody('AuthorizationCode', 'expired'),
    expected: 'Request expired',
  },
  {
    status: 401,
    body: toErrorBody('Application', 'invalid'),
    expected: 'does not accept the credentials',
  },
  { status: 503, body: 'busy', expected: 'could not be reached' },
  { status: 200, body: '{"access_token":', expected: 'did not complete the request' },
  { status: 302, body: '', expected: 'could not be reached' },
  { status: 400, body: '<html>', expected: 'could not be reached' },
];

const { provider, call, respondWithAccount, newSignedInBrowser, newProviderRequest } =
  await startConnectService();

describe('a person whose account is not connected', () => {
  it('reads in German what to do if another person has connected the account', async () => {
    const account = newAccount();
    const { user_id } = await newPerson();
    await addRemoteConnection(user_id, { type: 'strava', remote_id: String(account) });
    respondWithAccount(account);
    const { browser, person } = await newSignedInBrowser();
    const request = await newProviderRequest(browser);
    const callback = new URL(request.searchParams.get('redirect_uri') ?? '');
    callback.search = new URLSearchParams({
      state: request.searchParams.get('state') ?? '',
      code: 'c',
    }).toString();
    const { text } = await call('GET', callback.href, {
      headers: { Cookie: browser.getCookieHeader(), 'Accept-Language': 'de' },
    });
    expect(text).toContain('mit dem Konto einer anderen Person');
    expect(await listConnections(person)).toEqual([]);
  });

  it('reads it too if both connect the account at the same time', async () => {
    respondWithAccount(newAccount());
    const people = [await newSignedInBrowser(), await newSignedInBrowser()];
    const requests = await Promise.all(
      people.map(({ browser }) => newProviderRequest(browser)),
    );
    const responses = await Promise.all(
      people.map(({ browser }, index) => openCallback(browser, requests[index] as URL)),
    );
    const isConnected = responses.map(({ text }) => text.includes('is connected'));
    const isInUse = responses.map(({ text }) => text.includes('another person'));
    expect(isConnected.toSorted()).toEqual([false, true]);
    expect(isInUse).toEqual(isConnected.map((connected) => !connected));
    for (const [index, { person }] of people.entries())
      expect(await listConnections(person)).toHaveLength(isConnected[index] ? 1 : 0);
  });

  it('reads what to do if the provider redirects without access', async () => {
    const { browser, person } = await newSignedInBrowser();
    respondWithAccount(newAccount());
    for (const { response, expected } of redirects) {
      const request = await newProviderRequest(browser);
      const { text } = await openCallback(browser, request, response);
      expect(text).toContain(expected);
      expect(text).toContain('Try again');
      expect(text).not.toContain('<script>');
    }
    expect(await listConnections(person)).toEqual([]);
  });

  it('reads what to do if the token call fails', async () => {
    const { browser, person } = await newSignedInBrowser();
    for (const { status, body, expected } of tokenResponses) {
      const request = await newProviderRequest(browser);
      provider.setResponse(tokenPath, status, body);
      expect((await openCallback(browser, request)).text).toContain(expected);
    }
    expect(await listConnections(person)).toEqual([]);
  });
});
