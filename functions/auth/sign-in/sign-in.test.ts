import { expect, it } from 'vitest';
import { getSignInHelp } from './sign-in.ts';

const mailFrom = 'service@example.com';
const base = 'https://auth.example/v7.1/oauth2/send-link/';
const signUp = `${base}?purpose=sign_up`;
const passwordReset = `${base}?purpose=password_reset`;

it.each([
  { settings: { signUp: 'open', mailFrom }, help: { signUp, passwordReset } },
  { settings: { signUp: 'invited', mailFrom }, help: { passwordReset } },
  { settings: { signUp: 'off', mailFrom: undefined }, help: {} },
] as const)(
  'the sign-in page links to what the operator allows: $settings',
  ({ settings, help }) => {
    const baseUrls = { auth: 'https://auth.example' };
    const query = { request: '', continue: 'account' } as const;
    expect(getSignInHelp({ query, baseUrls, version: 'v7.1', settings })).toEqual(help);
  },
);
