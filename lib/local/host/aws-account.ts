/** The account in which everything on this machine pretends to be; every local name and ARN is made with it. */
export const account = '123456789012';
export const region = 'us-east-1';

/** The one key that the local S3 server knows; no engine checks more than that there is one. */
export const credentials = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
} as const;
