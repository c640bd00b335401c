import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';

/** The protection of every queue. */
export const queueProtection = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const;
