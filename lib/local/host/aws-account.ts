/** The AWS account that the local service simulates. Every local name and ARN uses it. */
export const awsAccount = '123456789012';
export const awsRegion = 'us-east-1';

/** The only key that the local S3 server accepts. The DynamoDB engines accept any key. */
export const localCredentials = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;
