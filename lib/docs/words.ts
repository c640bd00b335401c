import type { Caller, ErrorShape, Host } from '../../shared/contract/endpoint.ts';

/** Who may call an endpoint. */
export const callers: Readonly<Record<Caller, string>> = {
  none: 'anyone',
  application: 'any valid token',
  user: 'any token that a user granted',
};

/** The addresses of the service. */
export const hosts: Readonly<Record<Host, { name: string; serves: string }>> = {
  main: { name: 'base_url', serves: 'everything but the two below' },
  auth: { name: 'auth_url', serves: 'authorization by the user' },
  diary: { name: 'diary_base_url', serves: 'the food and exercise diary' },
};

/** The shapes of errors, in a sentence that an example follows. */
export const errorShapes: Readonly<Record<ErrorShape, string>> = {
  hal: 'A 400 names the fields and says how they must be; every other error is a sentence.',
  oauth: 'Errors have the form of RFC 6749.',
  page: 'Errors are pages for people.',
  diary: 'Every error has a code, a sentence, and details where there are any.',
};
