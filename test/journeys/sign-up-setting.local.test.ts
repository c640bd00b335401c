import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import type { LocalService } from '#lib/local/service.ts';

/** The shared service, in which everybody can sign up. */
const open = inject('service');
/** A service in which nobody can sign up, and which sends no mail. */
let closed: LocalService;

beforeAll(async () => {
  closed = await startServiceWithOwnClock({ SIGN_UP: 'off', MAIL_FROM: '' });
});
afterAll(() => closed.close());

/** Opens a page of a service and returns its text and heading. */
async function openPage({ urls }: Pick<LocalService, 'urls'>, path: string) {
  const { text } = await send(urls, 'GET', `/v7.1/oauth2/${path}`, { host: 'auth' });
  return { text, title: /<h1>(.*?)<\/h1>/.exec(text)?.[1] };
}

const signUpPage = 'send-link/?purpose=sign_up';
const resetPage = 'send-link/?purpose=password_reset';
const signInPage = 'sign-in/?continue=account';

describe('the setting signUp', () => {
  it('`off` offers no sign-up, and without mail no password reset', async () => {
    expect((await openPage(closed, signUpPage)).title).toBe('Sign-up is closed');
    expect((await openPage(closed, resetPage)).title).toBe('Email is not set up');
    expect((await openPage(closed, signInPage)).text).not.toContain('send-link');
  });

  it('`open` offers sign-up and a password reset', async () => {
    const { text } = await openPage(open, signInPage);
    expect(text).toContain('purpose=sign_up');
    expect(text).toContain('purpose=password_reset');
  });
});
