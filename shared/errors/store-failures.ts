import { serviceError } from './errors.ts';

/** Names of the exceptions with which DynamoDB, S3 and the SDK say: not now. */
const busy = new Set([
  'InternalError',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottlingException',
  'TimeoutError',
]);

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** DynamoDB refuses an item of more than 400 KB with nothing but this sentence in an error of the general kind. */
const tooLarge = ({ name, message }: { name?: string; message?: string }) =>
  name === 'ValidationException' && /item size .*exceeded/i.test(message ?? '');

/**
 * Passes a store's answer on, and names its failure where the service knows it: one that a repeat may cure is
 * `unavailable`, an item that would be too large is `item_too_large`.
 */
export async function nameStoreFailure<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    if (busy.has(name ?? '') || unreachable.has(code ?? '')) throw serviceError('unavailable');
    if (tooLarge(error as { name?: string; message?: string }))
      throw serviceError('item_too_large');
    throw error;
  }
}
