import { compileFunction } from 'node:vm';
import { transform } from 'esbuild';
import * as openid from 'openid-client';
import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient, newPerson } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { listCodeBlocks } from '../samples/guide-samples.ts';
import type { SignInClient, SignInLibrary } from './clients/sign-in/client.ts';
import { openidClientSignIn } from './clients/sign-in/openid-client.ts';
import { passportSignIn } from './clients/sign-in/passport-openidconnect.ts';

const { urls } = inject('service');
const server = { issuer: urls.main };

/** The program that the guide shows, which has http here, as on the machine of a reader. */
const programOfGuide: SignInLibrary = {
  name: 'the program of the guide',
  connect: async ({ issuer }, { client_id, client_secret, redirect_uri }) => {
    const blocks = listCodeBlocks('sign-in', { ...urls, main: issuer });
    const [program = ''] = blocks.filter((block) => block.includes("'openid-client'"));
    const body = program.replace(/^import .*$/m, '').replace('export ', '');
    const source = `async function run() {\n${body}\nreturn { begin: async () => start.href, finish };\n}`;
    const { code } = await transform(source, { loader: 'ts' });
    const env = {
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      REDIRECT_URI: redirect_uri,
    };
    const scope = { openid, URL, process: { env }, console: { log: () => undefined } };
    const run = compileFunction(`${code}\nreturn run();`, Object.keys(scope));
    return run(...Object.values(scope));
  },
};

const libraries = [openidClientSignIn, passportSignIn, programOfGuide];

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
