import type { AuthRequirement, ErrorShape, Host } from '#shared/contract/endpoint.ts';

/** Who may call an endpoint. */
export const callers: Readonly<Record<AuthRequirement, string>> = {
  public: 'anyone',
  client: 'any valid token',
  user: 'any token that a user granted',
};

interface HostWords {
  /** The address as the specification names it. */
  name: string;
  /** The address that `npm start` gives it. */
  local: string;
  serves: string;
}

/** The addresses of the service. */
export const hosts: Readonly<Record<Host, HostWords>> = {
  main: {
    name: 'base_url',
    local: 'http://127.0.0.1:3000',
    serves: 'Everything but authorization by the user and the diary.',
  },
  auth: { name: 'auth_url', local: 'http://127.0.0.1:3001', serves: 'Authorization by the user.' },
  diary: {
    name: 'diary_base_url',
    local: 'http://127.0.0.1:3002',
    serves: 'The food and exercise diary.',
  },
};

/** The shapes of errors, in a sentence that an example follows. */
export const errorShapes: Readonly<Record<ErrorShape, string>> = {
  hal: 'A 400 names the fields and says how they must be; every other error is a sentence.',
  oauth: 'Errors have the form of RFC 6749.',
  page: 'Errors are pages for people.',
  diary: 'Every error has a code, a sentence, and details where there are any.',
};
