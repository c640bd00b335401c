import { defineItemKey, defineSingletonKey } from '#shared/table/keys.ts';

/** The keys of users: profile, email, credentials and pending erasure. */
export const identityKeys = {
  user: defineSingletonKey('PROFILE'),
  users: () => 'USERS',
  email: defineItemKey('EMAIL', 'SIGN_IN'),
  credentials: defineSingletonKey('CREDENTIALS'),
  erasure: defineSingletonKey('ERASURE'),
  erasures: () => 'ERASURES',
};
