import type { Functions } from './functions/functions.ts';
import type { Stores } from './stores.ts';
import type { LocalUrls } from './template/addresses.ts';

/** Local functions do not call providers by default, because a demonstration has made-up tokens. */
const providerCallsOff = { PROVIDER_GATEWAY: 'off' } as const;

/** Everybody can create an account by default. Mail is written to a folder. */
const accountSettings = {
  SIGN_UP: 'open',
  MAIL_FROM: 'fitness-data@localhost',
} as const;

/**
 * Builds the environment variables that override the template's variables in every function. The
 * variables in `environment` take precedence.
 */
export function buildSharedEnvironment(
  { engines, mailFolder }: Stores,
  urls: LocalUrls,
  environment: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return {
    ...providerCallsOff,
    ...accountSettings,
    MAIL_FOLDER: mailFolder,
    // The CDN serves downloads: the S3 server is not reachable from outside, and downloads must not
    // share an origin with pages.
    OBJECT_DOWNLOAD_URL: urls.cdn,
    ...engines.environment,
    ...environment,
  };
}

/** Builds the environment variables with which the operator's tools use the stores and the key. */
export function buildStoreEnvironment(
  functions: Functions,
  { engines, keyFile }: Stores,
): Record<string, string> {
  return {
    ...functions.environment,
    ...engines.environment,
    ENCRYPTION_KEY_FILE: keyFile,
  };
}
