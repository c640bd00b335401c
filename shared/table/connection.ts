import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { serviceError } from '../errors/errors.ts';
import { translateStoreError } from '../errors/store-failures.ts';
import { requireEnvironment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/log.ts';
import { getStoreClientOptions, keepClient } from '../runtime/store-client.ts';

function createClient(): DynamoDBDocumentClient {
  const dynamodb = new DynamoDBClient(getStoreClientOptions('table'));
  makeFastToCopy(dynamodb.config);
  // Without a logger, it still copies each response: a tenth of the CPU time of a large read.
  dynamodb.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(dynamodb, {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/**
 * Uses an object as a prototype once, because V8 keeps the members of prototypes in an array and
 * not in a hash table. The SDK copies its configuration several times a call: 5 to 10 percent of
 * the CPU time of a read.
 */
function makeFastToCopy(config: object): void {
  Object.create(config);
}

const getClient = keepClient('AWS_ENDPOINT_URL_DYNAMODB', createClient);

/** The capacity that one item or one table consumed. */
interface ConsumedCapacity {
  CapacityUnits?: number | undefined;
}

/** The part of a response that reports consumed capacity. Transactions report a list. */
interface CapacityReport {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
}

interface ConnectionOptions {
  pause?: Pause;
  /** The most calls of the request. Further calls throw `unavailable`. */
  maxCalls?: number;
}

/** Connects one request to the table. `meter` counts its calls and capacity. */
export function connect(
  meter: Meter,
  { pause = pauseWithJitter, maxCalls = Infinity }: ConnectionOptions = {},
) {
  return {
    client: getClient(),
    /** The members of every command. */
    base: {
      TableName: requireEnvironment('TABLE_NAME'),
      ReturnConsumedCapacity: 'TOTAL' as const,
    },
    /**
     * Sends a request, again while a transaction holds one of its items, and until its response is
     * complete. All its tries are one call, as those of the SDK are. Throws `unavailable` after the
     * last try, or if DynamoDB is throttling or cannot be reached. Nothing is stored then, unless
     * DynamoDB is still at work on it.
     */
    async send<Response extends CapacityReport>(
      kind: 'read' | 'write',
      sendOnce: () => Promise<Response>,
      isComplete?: (response: Response) => boolean,
    ): Promise<Response> {
      if (meter.readings().store_calls >= maxCalls)
        throw serviceError('unavailable', { cause: 'too_many_store_calls' });
      meter.count(kind);
      for (let tries = 1; ; tries += 1) {
        let cause: string;
        try {
          const response = await sendOnce();
          meter.consume(kind, sumCapacity(response));
          if (!isComplete || isComplete(response)) return response;
          cause = 'unprocessed_keys';
        } catch (error) {
          if (!isBusyError(error as Rejection)) throw translateStoreError(error);
          cause = 'transaction_conflict';
        }
        if (tries === maxTries) throw serviceError('unavailable', { cause });
        await pause(tries + 1);
      }
    },
  };
}

function sumCapacity({ ConsumedCapacity = [] }: CapacityReport): number {
  if (!Array.isArray(ConsumedCapacity)) return ConsumedCapacity.CapacityUnits ?? 0;
  return ConsumedCapacity.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

export type Connection = ReturnType<typeof connect>;

/**
 * The most times that a request is sent while other transactions hold its items, or DynamoDB leaves
 * items unread.
 */
export const maxTries = 8;

/** Waits before a try, counted from 2. */
export type Pause = (nextTry: number) => Promise<void>;

const firstPauseMs = 25;
const maxPauseMs = 1000;

/**
 * Waits a random time of at most 25 ms, which doubles with each try, up to a second: at most 2.6 s
 * in all. Requests that wait for the same item do not meet again.
 */
const pauseWithJitter: Pause = async (nextTry) => {
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
 * Names of errors after which a write is sent again: another transaction holds one of its items, or
 * DynamoDB has not finished the same transaction, whose response was lost. All tries of a
 * transaction have the same token, so a repeat tells its result.
 */
const busyNames = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/**
 * Returns whether a write was rejected because a transaction is in its way, or a transaction
 * because DynamoDB is throttling. The SDK repeats none of them, or not for long enough. A condition
 * that failed beside such a reason decides nothing: it may have met one half of the other
 * transaction.
 */
function isBusyError({
  name = '',
  CancellationReasons: reasons = [],
}: Rejection): boolean {
  if (busyNames.has(name)) return true;
  return reasons.some(({ Code = '' }) => busyCodes.has(Code));
}
