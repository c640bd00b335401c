import { serviceError } from '../errors/errors.ts';

/** Names of the exceptions with which DynamoDB and the SDK say: not now. */
const busy = new Set([
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
]);

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Passes a store's answer on; a failure that a repeat may cure becomes the error `unavailable`. */
export async function unavailableWhenBusy<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string };
    if (busy.has(name ?? '') || unreachable.has(code ?? '')) throw serviceError('unavailable');
    throw error;
  }
}
