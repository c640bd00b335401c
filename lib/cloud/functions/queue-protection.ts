import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';

/** Encryption at rest and in transit, for every queue. */
export const queueProtection = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const;
