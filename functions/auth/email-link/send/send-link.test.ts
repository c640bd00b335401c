import { expect, it } from 'vitest';
import { serviceError } from '#shared/errors/errors.ts';
import { requirePurpose } from './send-link.ts';

const mailFrom = 'service@example.com';

it.each([
  {
    purpose: 'sign_up',
    settings: { signUp: 'invited', mailFrom },
    code: 'sign_up_closed',
  },
  { purpose: 'sign_up', settings: { signUp: 'off', mailFrom }, code: 'sign_up_closed' },
  { purpose: 'sign_up', settings: { signUp: 'open', mailFrom } },
  { purpose: 'password_reset', settings: { signUp: 'off', mailFrom } },
  {
    purpose: 'password_reset',
    settings: { signUp: 'open', mailFrom: undefined },
    code: 'recovery_unavailable',
  },
] as const)(
  'a link for $purpose is sent only if the operator allows it: $settings',
  ({ purpose, settings, ...rejected }) => {
    const query = { purpose, request: '' };
    const require = () => requirePurpose({ query, settings, fail: serviceError });
    if ('code' in rejected) expect(require).toThrow(expect.objectContaining(rejected));
    else expect(require).not.toThrow();
  },
);
