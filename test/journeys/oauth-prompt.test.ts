import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { getCode, newParties, type Parties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const newPartiesHere = () => newParties({ send: call, urls });
const newBrowser = () => newTestBrowser(call, urls.auth);

/** Redeems a code that the user has granted, so the consent is remembered. */
async function allowOnce({ newCode, redeem }: Parties): Promise<void> {
  await redeem(await newCode());
}

/** Opens the client's authorization request as a user who signed in a second before. */
async function authorize(parties: Parties, parameters: Record<string, string>) {
  const browser = newBrowser();
  await browser.signIn(parties.user, new Date(Date.now() - 1000));
  const page = await browser.open(parties.buildAuthorizeUrl(parameters));
  return { browser, page };
}

/** Returns the error in a redirect to the client. */
const getError = (destination: URL) => destination.searchParams.get('error');

// OpenID Connect Core 3.1.2.1.
describe('prompt', () => {
  it('login requires a new sign-in, and then continues', async () => {
    const parties = await newPartiesHere();
    await allowOnce(parties);
    const { browser, page } = await authorize(parties, { prompt: 'login', state: 's' });
    expect(page.text).toContain('name="password"');
    expect(browser.hasLeft()).toBe(false);
    const { email, password } = parties.user;
    await browser.submit({ email, password });
    expect(getCode(browser.getDestination())).not.toBe('');
    expect(browser.getDestination().searchParams.get('state')).toBe('s');
  });

  it('consent shows the consent page although the consent is remembered', async () => {
    const parties = await newPartiesHere();
    await allowOnce(parties);
    expect((await authorize(parties, {})).browser.hasLeft()).toBe(true);
    const { browser, page } = await authorize(parties, { prompt: 'consent' });
    expect(page.text).toContain('name="decision"');
    await browser.submit({ decision: 'deny' });
    expect(getError(browser.getDestination())).toBe('access_denied');
  });

  it('none redirects with a code, login_required or consent_required, and shows no page', async () => {
    const parties = await newPartiesHere();
    const none = { prompt: 'none', state: 'x' };
    const signedOut = newBrowser();
    await signedOut.open(parties.buildAuthorizeUrl(none));
    expect(getError(signedOut.getDestination())).toBe('login_required');

    const first = (await authorize(parties, none)).browser.getDestination();
    expect(getError(first)).toBe('consent_required');
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      state: 'x',
      iss: urls.main,
    });
    await allowOnce(parties);
    const second = (await authorize(parties, none)).browser.getDestination();
    expect(getCode(second)).not.toBe('');
    const tooOld = (await authorize(parties, { ...none, max_age: '0' })).browser;
    expect(getError(tooOld.getDestination())).toBe('login_required');
  });

  it.each([
    { parameters: { prompt: 'none login' }, problem: 'prompt' },
    { parameters: { prompt: 'none create' }, problem: 'prompt' },
    { parameters: { max_age: '-1' }, problem: 'max_age' },
    { parameters: { max_age: 'soon' }, problem: 'max_age' },
  ])(
    'is rejected by a redirect to the client if it is invalid: $parameters',
    async ({ parameters, problem }) => {
      const parties = await newPartiesHere();
      const { browser } = await authorize(parties, parameters);
      const { searchParams } = browser.getDestination();
      expect(searchParams.get('error')).toBe('invalid_request');
      expect(searchParams.get('error_description')).toContain(problem);
    },
  );

  it('is ignored if its value is unknown', async () => {
    const { page } = await authorize(await newPartiesHere(), { prompt: 'create' });
    expect(page.text).toContain('name="decision"');
  });
});
