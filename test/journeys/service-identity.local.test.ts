import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, newUser } from '#kit/fixtures.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import type { LocalService } from '#lib/local/service.ts';
import { formatSetting, settingVariables } from '#shared/contract/resources.ts';

const identity = {
  name: 'Laufclub <Nord>',
  contact_url: 'mailto:help@example.com',
  privacy_url: 'https://example.com/privacy?a=1&b=2',
  terms_url: 'https://example.com/terms',
  logo: 'data:image/svg+xml;base64,PHN2Zy8+',
};

let service: LocalService;
let browser: TestBrowser;

beforeAll(async () => {
  service = await startServiceWithOwnClock({
    [settingVariables.service]: formatSetting(identity) ?? '',
  });
  const call: Parameters<typeof newTestBrowser>[0] = (method, path, options) =>
    send(service.urls, method, path, options);
  browser = newTestBrowser(call, service.urls.auth);
});
afterAll(() => service.close());

const open = (path: string) => browser.open(`${service.urls.auth}/v7.1/${path}`);

/** Expects that a page has the name in its header and title, and who runs the service. */
function expectIdentity(text: string): void {
  expect(text).toContain('<span>Laufclub &lt;Nord&gt;</span>');
  expect(text).toMatch(/<title>.* - Laufclub &lt;Nord&gt;<\/title>/);
  expect(text).toContain(`<img src="${identity.logo}" alt="">`);
  expect(text).toContain('href="mailto:help@example.com"');
  expect(text).toContain('href="https://example.com/privacy?a=1&amp;b=2"');
  expect(text).toContain('href="https://example.com/terms"');
}

describe('what the operator says about the service is', () => {
  it.each([
    'oauth2/sign-in/?continue=account',
    'oauth2/send-link/?purpose=sign_up',
    'oauth2/consent/?request=none',
    'connect/?type=strava',
    'oauth2/authorize/?client_id=none',
  ])('on pages without a session: %s', async (path) => {
    expectIdentity((await open(path)).text);
  });

  it('on the pages of the account, and on the consent page', async () => {
    await browser.signIn(await newUser());
    expectIdentity((await open('oauth2/account/')).text);
    expectIdentity((await open('oauth2/account/settings/')).text);
    const { client_id, redirect_uri } = await newClient();
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
    const consent = await open(`oauth2/authorize/?${query}&scope=diary.read`);
    expect(consent.text).toContain('value="allow"');
    expectIdentity(consent.text);
  });
});
