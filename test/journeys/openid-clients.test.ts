import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient, newPerson } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import type { SignInClient } from './clients/sign-in/client.ts';
import { openidClientSignIn } from './clients/sign-in/openid-client.ts';
import { passportSignIn } from './clients/sign-in/passport-openidconnect.ts';

const { urls } = inject('service');
const server = { issuer: urls.main };
const libraries = [openidClientSignIn, passportSignIn];

/** Lets a new person allow what a client asks for. Returns the person and the redirect. */
async function allow(client: SignInClient) {
  const person = await newPerson();
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(person);
  await browser.open(await client.begin());
  await browser.submit({ decision: 'allow' });
  return { person, callback: browser.getDestination() };
}

describe.each(libraries)('$name', ({ connect }) => {
  it('signs a person in, and learns their name and address', async () => {
    const client = await connect(server, await newClient());
    const { person, callback } = await allow(client);
    const { user_id } = person;
    expect(await client.finish(callback)).toMatchObject({
      sub: user_id,
      name: `User ${user_id}`,
      email: `${user_id}@example.com`,
    });
  });

  // The id_token of another sign-in has another nonce (OpenID Connect Core 1.0 section 3.1.3.7).
  it('rejects the code of another sign-in of the same person', async () => {
    const registered = await newClient();
    const attacked = await connect(server, registered);
    const url = new URL(await attacked.begin());
    const other = await allow(await connect(server, registered));
    const state = url.searchParams.get('state') ?? '';
    other.callback.searchParams.set('state', state);
    await expect(attacked.finish(other.callback)).rejects.toThrow();
  });
});
