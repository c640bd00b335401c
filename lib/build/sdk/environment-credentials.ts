import { compact } from '#shared/runtime/compact.ts';

/**
 * Replaces the SDK's chain of credential providers in the bundles, because the chain would be a
 * third of a bundle. Lambda sets the credentials of the function's role in the environment.
 */
export const defaultProvider = () => async () =>
  compact({
    accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: process.env.AWS_SESSION_TOKEN || undefined,
  });
