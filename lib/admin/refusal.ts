import { ServiceError } from '#shared/errors/errors.ts';
import { columns } from '../terminal/columns.ts';

/** What the SDK's exceptions mean to an operator, by their names. */
const meanings: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'Your AWS credentials do not give access to this table or its encryption key.',
  CredentialsProviderError:
    'No AWS credentials were found: set AWS_PROFILE, or sign in with aws sso login.',
  ExpiredTokenException: 'Your AWS credentials have expired: sign in again.',
  NotFoundException:
    'There is no encryption key of this table in this region: see the output EncryptionKeyArn of the stack.',
  ResourceNotFoundException:
    'There is no such table in this region: see the output TableName of the stack.',
  UnrecognizedClientException:
    'AWS does not know your credentials: see AWS_PROFILE and AWS_ACCESS_KEY_ID.',
};

/** Why a command was not done, as people read it: what to change, and never a stack. */
export function asText(error: unknown): string {
  if (error instanceof ServiceError && error.failures) {
    const problems = Object.entries(error.failures).flatMap(([field, sentences]) =>
      sentences.map((sentence) => [field, sentence]),
    );
    return ['This cannot be done:', ...columns(problems).map((line) => `  ${line}`)].join('\n');
  }
  return sentenceOf(error);
}

/** The same as machines read it. */
export function asJson(error: unknown): string {
  if (!(error instanceof ServiceError))
    return JSON.stringify({ error: 'failed', message: sentenceOf(error) });
  const { code, message, failures } = error;
  return JSON.stringify({ error: code, message, ...(failures && { failures }) });
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ServiceError && error.code === 'unavailable')
    return 'The table cannot be reached: see that the service runs, or that the region and the network are right.';
  if (error.message.startsWith('Region is missing'))
    return 'Name the region of the table: --region REGION.';
  return meanings[error.name] ?? error.message.replace(/^./, (first) => first.toUpperCase());
}
