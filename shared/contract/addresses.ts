import type { Address } from './endpoint.ts';

/** The environment variables that hold the service's addresses, which have no trailing slash. */
export const addressVariables: Readonly<Record<Address, string>> = {
  main: 'MAIN_URL',
  auth: 'AUTH_URL',
  diary: 'DIARY_URL',
  cdn: 'CDN_URL',
};
