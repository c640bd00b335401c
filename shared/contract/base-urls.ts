import type { BaseUrlName } from './endpoint.ts';

/** The environment variables with the service's base URLs, which have no trailing slash. */
export const baseUrlVariables: Readonly<Record<BaseUrlName, string>> = {
  main: 'MAIN_URL',
  auth: 'AUTH_URL',
  diary: 'DIARY_URL',
  cdn: 'CDN_URL',
};
