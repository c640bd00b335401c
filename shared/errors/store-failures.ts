import { serviceError } from './errors.ts';

/** Names of retryable exceptions of DynamoDB, S3 and the SDK. */
const retryableNames = new Set([
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
  'TransactionInProgressException',
]);

/** Codes of network errors. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

interface StoreFailure {
  name?: string;
  code?: string;
  message?: string;
}

function isRetryable({ name = '', code = '' }: StoreFailure): boolean {
  return retryableNames.has(name) || networkCodes.has(code);
}

/**
 * Returns whether an item exceeds 400 KB, or a transaction 4 MB. DynamoDB reports this only in the
 * message of a general exception.
 */
export function isTooLarge({ name, message = '' }: StoreFailure): boolean {
  return (
    name === 'ValidationException' &&
    /\b(item|collection|aggregate) size\b/i.test(message)
  );
}

/**
 * Returns the result of a store call. Throws `unavailable` for a retryable failure, and
 * `item_too_large` if an item exceeds 400 KB.
 */
export async function translateStoreErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const failure = error as StoreFailure;
    if (isRetryable(failure)) throw serviceError('unavailable');
    if (isTooLarge(failure)) throw serviceError('item_too_large');
    throw error;
  }
}
