import { expect, it } from 'vitest';
import { getPageHeaders } from './layout.ts';

const getFormAction = (target: Parameters<typeof getPageHeaders>[0]) =>
  getPageHeaders(target)
    ['Content-Security-Policy']?.split('; ')
    .find((directive) => directive.startsWith('form-action'));

it('A page sends forms to its own origin, and to that of a bucket if it names one', () => {
  expect(getFormAction(undefined)).toBe("form-action 'self'");
  const bucket = new URL('https://files.s3.eu-central-1.amazonaws.com/');
  expect(getFormAction(bucket)).toBe(
    "form-action 'self' https://files.s3.eu-central-1.amazonaws.com",
  );
  expect(getFormAction('any')).toBeUndefined();
});
