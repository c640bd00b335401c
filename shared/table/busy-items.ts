import { setTimeout as delay } from 'node:timers/promises';
import { serviceError } from '../errors/errors.ts';

/** How many times a request is sent while other transactions hold its items. */
export const maxTries = 8;

/** Waits before a try, counted from 2. */
export type Pause = (nextTry: number) => Promise<void>;

const firstPauseMs = 25;
const maxPauseMs = 1000;

/**
 * Waits a random time of at most 25 ms, which doubles with each try, up to a second: at most 2.6 s
 * in all. Requests that wait for the same item do not meet again.
 */
export const pauseWithJitter: Pause = async (nextTry) => {
  const maxMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (nextTry - 2));
  await delay(Math.random() * maxMs);
};

/** The members of an error of the SDK that tell why a write was rejected. */
interface Rejection {
  name?: string;
  CancellationReasons?: readonly { Code?: string }[];
}

/** Codes of cancellation reasons that say nothing about the changes themselves. */
const busyCodes = new Set([
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/**
 * Returns whether a write was rejected because another transaction holds one of its items, or a
 * transaction because DynamoDB is throttling. The SDK repeats neither. A condition that failed
 * beside such a reason decides nothing: it may have met one half of the other transaction.
 */
function isBusy({ name = '', CancellationReasons: reasons = [] }: Rejection): boolean {
  if (name === 'TransactionConflictException') return true;
  return reasons.some(({ Code = '' }) => busyCodes.has(Code));
}

/**
 * Sends a request until its items are free. Throws `unavailable` after the last try, and every
 * other error at once. Nothing is stored then.
 */
export async function sendUntilFree<Response>(
  send: () => Promise<Response>,
  pause: Pause,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isBusy(error as Rejection)) throw error;
      if (tries === maxTries) throw serviceError('unavailable');
      await pause(tries + 1);
    }
  }
}
