import { expect, inject, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const securityPage = `${urls.auth}/v7.1/oauth2/account/security/`;
const sentence = 'All other browsers are signed out.';

async function openBrowser() {
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(await newPerson());
  return browser;
}

it('a page says what its form has done, and a reload does not say it again', async () => {
  const browser = await openBrowser();
  await browser.open(securityPage);
  const page = await browser.submit({ action: 'end_others' });
  expect(page.text).toContain(sentence);
  expect((await browser.reopen()).text).not.toContain(sentence);
});

it('a page does not say what the form of another page has done', async () => {
  const browser = await openBrowser();
  for (const notice of ['account.other_sessions_ended', 'security.constructor']) {
    browser.cookies.set('__Host-fit_notice', notice);
    const page = await browser.open(securityPage);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('role="status"');
  }
});

it.each([
  'account/?notice=password_changed',
  'account/security/?notice=other_sessions_ended',
  'account/connections/?notice=connection_removed',
  'sign-in/?continue=account&notice=password_reset',
  'send-link/?purpose=password_reset&notice=sent',
])('a link cannot forge what a page says: %s', async (path) => {
  const browser = await openBrowser();
  const page = await browser.open(`${urls.auth}/v7.1/oauth2/${path}`);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('role="status"');
});
