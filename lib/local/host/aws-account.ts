import { randomBytes } from 'node:crypto';

/** The AWS account that the local service simulates. Every local name and ARN uses it. */
export const awsAccount = '123456789012';
export const awsRegion = 'us-east-1';

/** The access key of functions. The engines on this machine accept any key. */
export const localCredentials = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;

/**
 * Creates the credentials for one run of the service. The secret is random, because it signs the
 * URLs of downloads.
 */
export function createLocalCredentials(): Record<keyof typeof localCredentials, string> {
  const AWS_SECRET_ACCESS_KEY = randomBytes(32).toString('base64url');
  return { ...localCredentials, AWS_SECRET_ACCESS_KEY };
}
