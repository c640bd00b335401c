import { expect, inject, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const signIn = `${urls.auth}/v7.1/oauth2/sign-in/?continue=account`;

/** Chooses German with the link of a page. */
const choose = (referer: string | undefined, cookies = '') =>
  callHandler('GET', '/v7.1/oauth2/language/?language=de', {
    host: 'auth',
    headers: { ...(referer && { Referer: referer }), Cookie: cookies },
  });

it('shows pages without a session in the language that was chosen', async () => {
  const response = await choose(signIn);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(signIn);
  const [cookie = ''] = response.headers.getSetCookie();
  const browser = newTestBrowser(callHandler, urls.auth);
  browser.cookies.set('__Host-fit_language', /=([^;]+)/.exec(cookie)?.[1] ?? '');
  expect((await browser.open(signIn)).text).toContain('<html lang="de">');
});

it.each([undefined, 'https://evil.example/', `${urls.auth}.evil.example/`])(
  'leads to the account if the link was at %s',
  async (referer) => {
    const { headers } = await choose(referer);
    expect(headers.get('location')).toBe(`${urls.auth}/v7.1/oauth2/account/`);
  },
);

it('keeps the language of the browser if the cookie is none of ours', async () => {
  const browser = newTestBrowser(callHandler, urls.auth);
  browser.cookies.set('__Host-fit_language', 'xx');
  expect((await browser.open(signIn)).text).toContain('<html lang="en">');
});
