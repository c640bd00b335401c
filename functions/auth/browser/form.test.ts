import { expect, it } from 'vitest';
import { newSecret } from '#shared/auth/secrets.ts';
import { getFormToken, hasValidFormToken } from './form.ts';

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
