import { describe, expect, it } from 'vitest';
import { newSecret } from '#shared/auth/secrets.ts';
import {
  createFormToken,
  getFormToken,
  hasValidFormToken,
  isSameOrigin,
} from './form.ts';

const address = 'https://auth.example/live';
const headers = (sent: Record<string, string>) => (name: string) =>
  sent[name] ? [sent[name]] : [];

describe('a form', () => {
  it.each([
    [{}, true],
    [{ origin: 'https://auth.example' }, true],
    [{ origin: 'https://auth.example', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'https://auth.example.evil.example' }, false],
    [{ origin: 'http://auth.example' }, false],
    [{ origin: 'null' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
  ])('sent with %j has the same origin: %s', (sent, isSame) => {
    expect(isSameOrigin(headers(sent), address)).toBe(isSame);
  });

  it('has a token for one browser and one purpose', () => {
    const token = createFormToken('secret', 'sign-in', 'x');
    expect(createFormToken('secret', 'sign-in', 'x')).toBe(token);
    expect(createFormToken('other', 'sign-in', 'x')).not.toBe(token);
    expect(createFormToken('secret', 'consent', 'x')).not.toBe(token);
    expect(createFormToken('secret', 'sign-inx')).not.toBe(
      createFormToken('secret', 'sign-in', 'x'),
    );
  });
});

const binding = { purpose: 'sign-in', reference: 'account' } as const;

/** Returns whether a form with the token of a secret is valid from a browser with this cookie. */
function isValid(secret: string, cookie: string): boolean {
  const form_token = getFormToken({ secret, sessionToken: '' }, binding);
  const cookies = [`__Host-fit_form=${cookie}`];
  const request = {
    header: (name: string) => (name === 'cookie' ? cookies : []),
    baseUrls: { auth: 'https://auth.example' },
    body: { form_token },
  };
  return hasValidFormToken(request, binding);
}

it('a form needs a browser with a secret, because anybody can compute the token of none', () => {
  const secret = newSecret();
  expect(isValid(secret, secret)).toBe(true);
  for (const cookie of ['', 'short', newSecret()])
    expect(isValid('', cookie)).toBe(false);
});
