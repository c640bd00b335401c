import { describe, expect, inject, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { call } from '#kit/call.ts';
import { getIdentityHeaders, issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const privacy = `${urls.auth}/v7.1/oauth2/account/privacy/`;
const question = 'Your health data';

const findTitle = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];

/** Creates the account of a person from before, who was never asked for the consent. */
async function newEarlierParties() {
  const parties = await newParties({ send: call, urls });
  const key = identityKeys.user(parties.user.user_id);
  await table().update(key, { remove: ['health_consent'] }, exists);
  const readProfile = () => table().get<UserProfile>(key);
  const { email, password } = parties.user;
  return { ...parties, readProfile, credentials: { email, password } };
}

/** Opens the page as a new person who is signed in. */
async function openPrivacy() {
  const user = await newUser();
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(user);
  return { user, browser, page: await browser.open(privacy) };
}

describe('a restriction', () => {
  it('refuses the tokens of applications on both interfaces, until it is lifted', async () => {
    const { user, browser, page } = await openPrivacy();
    expect(page.text).toContain('value="restrict"');
    const paused = await browser.submit({ action: 'restrict' });
    expect(paused.text).toContain('The processing of your data is paused.');

    // A new token, because a decision about an earlier one can be cached for a minute.
    const token = await issueUserToken(user);
    const profile = await call('GET', '/v7.1/user/self/', { token });
    expect(profile.status).toBe(403);
    expect(profile.text).toContain('restricted: the user has paused');
    const headers = getIdentityHeaders(token);
    const day = await call('GET', '/v2/diary', { host: 'diary', token, headers });
    expect([day.status, day.body]).toMatchObject([403, { error: 'restricted' }]);

    // The pages of the person go on.
    for (const path of ['data/', 'export/', 'applications/'])
      expect((await browser.open(privacy.replace('privacy/', path))).status).toBe(200);
    const services = await browser.open(privacy.replace('privacy/', 'connections/'));
    expect(services.text).toContain('Nothing is imported, because you have paused');
    const start = privacy.replace('privacy/', '');
    expect((await browser.open(start)).text).toContain('Resume the processing');
    await browser.open(privacy);
    const resumed = await browser.submit({ action: 'resume' });
    expect(resumed.text).toContain('The processing of your data continues.');
    expect((await browser.open(start)).text).not.toContain('Resume the processing');
  });

  it('is what remains of a withdrawn consent, and ends with a new one', async () => {
    const { browser, page } = await openPrivacy();
    expect(page.text).toContain('You agreed on');
    const withdrawn = await browser.submit({ action: 'withdraw' });
    expect(withdrawn.text).toContain('Your consent is withdrawn.');
    const refused = await browser.submit({ action: 'resume' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Tick the box to agree');
    const resumed = await browser.submit({ action: 'resume', health_consent: 'yes' });
    expect(resumed.text).toContain('The processing of your data continues.');
    expect(resumed.text).toContain('You agreed on');
  });
});

describe('a person from before', () => {
  it('is asked for the consent at the next sign-in to the account, and then continues', async () => {
    const { credentials, readProfile } = await newEarlierParties();
    const browser = newTestBrowser(call, urls.auth);
    await browser.open(`${urls.auth}/v7.1/oauth2/sign-in/?continue=account`);
    const asked = await browser.submit(credentials);
    expect(findTitle(asked)).toBe(question);

    const unticked = await browser.submit({ action: 'consent' });
    expect([unticked.status, findTitle(unticked)]).toEqual([400, question]);
    expect(await readProfile()).not.toHaveProperty('health_consent');
    const consent = await browser.submit({ action: 'consent', health_consent: 'yes' });
    expect(findTitle(consent)).toBe('Your account');
    expect(await readProfile()).toMatchObject({ health_consent: { version: '2' } });

    const again = newTestBrowser(call, urls.auth);
    await again.open(`${urls.auth}/v7.1/oauth2/sign-in/?continue=account`);
    expect(findTitle(await again.submit(credentials))).toBe('Your account');
  });

  it('is not asked on the way to an application', async () => {
    const { buildAuthorizeUrl, credentials } = await newEarlierParties();
    const browser = newTestBrowser(call, urls.auth);
    await browser.open(buildAuthorizeUrl());
    const consent = await browser.submit(credentials);
    expect(consent.text).toContain('value="allow"');
  });

  it('who does not agree keeps the account, and restricts the processing', async () => {
    const { credentials, readProfile } = await newEarlierParties();
    const open = async () => {
      const browser = newTestBrowser(call, urls.auth);
      await browser.open(`${urls.auth}/v7.1/oauth2/sign-in/?continue=security`);
      return { browser, page: await browser.submit(credentials) };
    };
    const { browser, page } = await open();
    expect(findTitle(page)).toBe(question);
    const continued = await browser.submit({ action: 'restrict' });
    expect(findTitle(continued)).toBe('Sign-in and security');
    expect(await readProfile()).toHaveProperty('restricted_datetime');
    // They have decided, and are not asked again.
    expect(findTitle((await open()).page)).toBe('Sign-in and security');
  });

  it('is asked by the same page if they were signed out, also without a referrer', async () => {
    const { user, browser } = await openPrivacy();
    await browser.open(`${privacy}?continue=security`);
    browser.cookies.delete('__Host-fit_session');
    const signIn = await browser.submit({ action: 'restrict' });
    expect(signIn.text).toContain('You were no longer signed in');
    await browser.signIn(user);
    const page = await browser.reopen();
    expect(page.text).toContain(`action="${privacy}?continue=security"`);
  });

  it('is asked again at the sign-in after one without an answer', async () => {
    const { credentials, readProfile } = await newEarlierParties();
    for (const _ of [1, 2]) {
      const browser = newTestBrowser(call, urls.auth);
      await browser.open(`${urls.auth}/v7.1/oauth2/sign-in/?continue=account`);
      expect(findTitle(await browser.submit(credentials))).toBe(question);
    }
    expect(await readProfile()).not.toHaveProperty('restricted_datetime');
  });
});
