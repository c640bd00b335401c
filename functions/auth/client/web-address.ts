import * as z from 'zod/mini';
import { text } from '#shared/contract/schema.ts';

function isWebAddress(value: string): boolean {
  if (!value.startsWith('https://') || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return !username && !password;
}

/** The URL of a page of a client, which people open from the consent page. */
export const WebAddress = text(500, 1).check(
  z.refine(isWebAddress, {
    error: 'must be an https URL without a user name or password',
  }),
);
