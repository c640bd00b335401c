import { describe, expect, inject, it } from 'vitest';
import { updateClient } from '#functions/auth/client/client-update.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');

async function arrange() {
  const parties = await newParties({ send: callHandler, urls });
  const { client, user, buildAuthorizeUrl } = parties;
  const browser = newTestBrowser(callHandler, urls.auth);
  const redirect_uris = ['https://other.example/callback'];
  return {
    ...browser,
    user,
    open: (parameters = {}) => browser.open(buildAuthorizeUrl(parameters)),
    giveUp: () =>
      updateClient(table(), client.client_id, { set: { redirect_uris }, remove: [] }),
  };
}

const refused = {
  status: 400,
  text: expect.stringContaining('<h1>Invalid redirect URI</h1>'),
};

describe('a redirect URI that its client has given up since a request', () => {
  it.each(['allow', 'deny'])('gets nothing from the decision: %s', async (decision) => {
    const { user, signIn, open, giveUp, submit, hasLeft } = await arrange();
    await signIn(user);
    await open();
    await giveUp();
    expect(await submit({ decision })).toMatchObject(refused);
    expect(hasLeft()).toBe(false);
    expect(await grants.listByUser(table(), user.user_id)).toEqual([]);
  });

  it('gets no error without a page', async () => {
    const { open, giveUp, reopen, getDestination } = await arrange();
    await open({ prompt: 'none' });
    expect(getDestination().searchParams.get('error')).toBe('login_required');
    await giveUp();
    expect(await reopen()).toMatchObject(refused);
  });
});
