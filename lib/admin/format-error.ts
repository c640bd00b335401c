import { type Failures, ServiceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { alignColumns } from '../terminal/columns.ts';

/** What to do about an exception of the AWS SDK, by the name of the exception. */
const awsMessages: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'Your AWS credentials do not allow access to this table, its encryption key or its queues.',
  CredentialsProviderError:
    'No AWS credentials found: set AWS_PROFILE, or run aws sso login.',
  ExpiredTokenException: 'Your AWS credentials have expired: sign in again.',
  NotFoundException:
    'No encryption key of this table in this region: see the stack output EncryptionKeyArn.',
  QueueDoesNotExist: 'No such queue: see the stack output ConsumerQueues.',
  ResourceNotFoundException:
    'No such table in this region: see the stack output TableName.',
  UnrecognizedClientException:
    'AWS rejected your credentials: check AWS_PROFILE and AWS_ACCESS_KEY_ID.',
};

/** Formats an error as JSON or as text: what is wrong and what to do, without a stack trace. */
export function formatError(error: unknown, isJson: boolean): string {
  if (isJson) return JSON.stringify(toJson(error));
  const failures = error instanceof ServiceError ? error.failures : undefined;
  return failures ? formatFailures(failures) : `Error: ${getMessage(error)}`;
}

function toJson(error: unknown) {
  if (!(error instanceof ServiceError))
    return { error: 'failed', message: getMessage(error) };
  const { code, message, failures } = error;
  return compact({ error: code, message, failures });
}

function formatFailures(failures: Failures): string {
  const rows: string[][] = [];
  for (const [field, problems] of Object.entries(failures)) {
    for (const problem of problems) rows.push([`  ${field}`, problem]);
  }
  return ['Error:', ...alignColumns(rows)].join('\n');
}

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ServiceError && error.code === 'unavailable')
    return 'The table is not reachable: check that the service runs, the region and the network.';
  if (error.message.startsWith('Region is missing'))
    return 'No AWS region is set: use --region REGION.';
  return awsMessages[error.name] ?? capitalize(error.message);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
