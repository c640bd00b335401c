import { serviceError } from './errors.ts';

/** Names of retryable exceptions of DynamoDB, S3, KMS and the SDK. */
const retryableNames = new Set([
  'DependencyTimeoutException',
  'InternalError',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'KMSInternalException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottlingException',
  'TimeoutError',
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

/**
 * Words that DynamoDB has for a refused size only; it has no code for most of them. Its sentences
 * about an item of over 400 KB are known from a public suite of tests that ran in AWS. That about
 * a transaction of over 4 MB is published nowhere, so these are the words of the API reference
 * ("the aggregate size of the items in the transaction"), which the engine on one machine has, too.
 * A long expression is another matter, and has other words.
 */
const sizeWords = /\b(?:item|aggregate) size\b/i;

/** Names of exceptions of DynamoDB that refuse a request for what it says. */
const invalidNames = new Set(['ValidationException', 'SerializationException']);

interface StoreFailure {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
  /** Why a transaction was cancelled: a reason for each of its changes. */
  CancellationReasons?: readonly { Code?: string }[];
}

function isRetryable({ name = '', code = '', $metadata }: StoreFailure): boolean {
  const isNamed = retryableNames.has(name) || networkCodes.has(code);
  // Not every failure of a store has a name, e.g. that of a load balancer before it.
  return isNamed || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** Returns whether a message of DynamoDB says that an item or a transaction is too large. */
export function isAboutSize(message = ''): boolean {
  return sizeWords.test(message);
}

/** Returns whether a write was refused because an item exceeds 400 KB, or a transaction 4 MB. */
function isTooLarge({ name, message, $metadata }: StoreFailure): boolean {
  const isRefused = name === 'ValidationException' && isAboutSize(message);
  return isRefused || $metadata?.httpStatusCode === 413;
}

/**
 * Returns whether DynamoDB has refused a write for a value that it cannot store, or a request that
 * it cannot read, so that it will refuse each repeat, too. That is a fault of ours.
 */
export function isInvalidRequest(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name = '', CancellationReasons: reasons = [] }: StoreFailure = error;
  return invalidNames.has(name) || reasons.some(({ Code }) => Code === 'ValidationError');
}

/**
 * Returns the error for what a store call threw: `unavailable` for a retryable failure,
 * `item_too_large` if an item exceeds 400 KB, or a transaction 4 MB, and else the same error.
 */
export function translateStoreError(error: unknown): unknown {
  const failure = error as StoreFailure;
  if (isRetryable(failure)) {
    const cause = failure.code ?? failure.name ?? '';
    return serviceError('unavailable', { cause });
  }
  return isTooLarge(failure) ? serviceError('item_too_large') : error;
}

/** Returns the result of a store call. Throws the errors of `translateStoreError`. */
export async function translateStoreErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw translateStoreError(error);
  }
}
