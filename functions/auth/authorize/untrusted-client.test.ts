import { beforeAll, describe, expect, inject, it } from 'vitest';
import { decideApproval } from '#functions/auth/client/approval.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  newOwnClient,
  newPerson,
  type TestClient,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const signedOut = 'https://app.example/signed-out';

let client: TestClient;
let person: TestPerson;
beforeAll(async () => {
  person = await newPerson();
  const registration = { post_logout_redirect_uris: [signedOut] };
  client = await newOwnClient(person.user_id, registration, 'pending');
});

/** Opens a browser, with somebody who is signed in if a person is given. */
async function openBrowser(user?: TestPerson) {
  const browser = newTestBrowser(callHandler, urls.auth);
  if (user) await browser.signIn(user);
  const open = (path: string, parameters: Record<string, string>) => {
    const query = { client_id: client.client_id, ...parameters };
    return browser.open(`${urls.auth}/v7.1/${path}/?${new URLSearchParams(query)}`);
  };
  return {
    ...browser,
    authorize: (parameters: Record<string, string> = {}) => {
      const { redirect_uri } = client;
      const query = { redirect_uri, response_type: 'code', ...parameters };
      return open('oauth2/authorize', query);
    },
    logOut: () => open('openid/logout', { post_logout_redirect_uri: signedOut }),
  };
}

// RFC 9700 section 4.11.2.
describe('the browser of an application that the operator has not approved', () => {
  it('is not sent there by an error, which the page names', async () => {
    const { authorize, hasLeft } = await openBrowser();
    const { status, text } = await authorize({ response_type: 'x', state: '<b>' });
    expect([status, hasLeft()]).toEqual([400, false]);
    expect(text).toContain('For its developers:');
    expect(text).toContain('unsupported_response_type: response_type must be code');
    expect(text).not.toContain('<b>');
  });

  it('is not sent there without a page, unless the person has allowed it', async () => {
    const anybody = await openBrowser();
    const { text } = await anybody.authorize({ prompt: 'none' });
    expect(text).toContain('type="password"');
    const stranger = await openBrowser(await newPerson());
    const page = await stranger.authorize({ prompt: 'none' });
    expect(page.text).toContain('name="decision"');
    expect([anybody.hasLeft(), stranger.hasLeft()]).toEqual([false, false]);

    await stranger.submit({ decision: 'deny' });
    expect(stranger.getDestination().searchParams.get('error')).toBe('access_denied');
  });

  it('is sent there after a logout only by a link', async () => {
    const anybody = await openBrowser();
    const { status, text } = await anybody.logOut();
    expect([status, anybody.hasLeft()]).toEqual([200, false]);
    expect(text).toContain(`href="${signedOut}"`);
    expect(text).toContain('has not approved');

    const somebody = await openBrowser(person);
    await somebody.logOut();
    const parameters = {
      client_id: client.client_id,
      post_logout_redirect_uri: signedOut,
    };
    const page = await somebody.submit(parameters);
    expect(page.text).toContain(`href="${signedOut}"`);
    expect(somebody.hasLeft()).toBe(false);
    expect((await somebody.authorize()).text).toContain('type="password"');
  });

  it('is sent there once the operator has approved it', async () => {
    await decideApproval(table(), client.client_id, 'approved');
    const browser = await openBrowser();
    await browser.authorize({ response_type: 'x' });
    const { searchParams } = browser.getDestination();
    expect(searchParams.get('error')).toBe('unsupported_response_type');
    await browser.authorize({ prompt: 'none' });
    expect(browser.getDestination().searchParams.get('error')).toBe('login_required');
    await browser.logOut();
    expect(browser.getDestination().href).toBe(signedOut);
  });
});
