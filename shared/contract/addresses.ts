import type { Address } from './endpoint.ts';

/** Names of the environment variables that hold the addresses of the service, without a slash at the end. */
export const addressVariables: Readonly<Record<Address, string>> = {
  main: 'MAIN_URL',
  auth: 'AUTH_URL',
  diary: 'DIARY_URL',
  cdn: 'CDN_URL',
};
