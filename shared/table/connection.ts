import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { serviceError } from '../errors/errors.ts';
import { translateStoreErrors } from '../errors/store-failures.ts';
import { requireEnvironment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/meter.ts';
import { getStoreClientOptions, keepClient } from '../runtime/store-client.ts';
import { type Pause, pauseWithJitter, sendUntilFree } from './busy-items.ts';

function createClient(): DynamoDBDocumentClient {
  const dynamodb = new DynamoDBClient(getStoreClientOptions('table'));
  makeFastToCopy(dynamodb.config);
  return DynamoDBDocumentClient.from(dynamodb, {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/**
 * Uses an object as a prototype once, because V8 keeps the members of prototypes in an array and
 * not in a hash table. The SDK copies its configuration several times a call: 5 to 10 percent of
 * the CPU time of a read.
 */
export function makeFastToCopy(config: object): void {
  Object.create(config);
}

const getClient = keepClient('AWS_ENDPOINT_URL_DYNAMODB', createClient);

/** What one item or one table consumed. */
interface ConsumedCapacity {
  CapacityUnits?: number | undefined;
}

/** The part of a response that reports consumed capacity. Transactions report a list. */
interface CapacityReport {
  ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
}

interface ConnectionOptions {
  pause?: Pause;
  /** How many calls the request may make. Further calls throw `unavailable`. */
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
     * Sends a request, again while a transaction holds one of its items. All its tries are one
     * call, as those of the SDK are. Throws `unavailable` if DynamoDB is throttling or cannot be
     * reached.
     */
    async send<Response extends CapacityReport>(
      kind: 'read' | 'write',
      sendOnce: () => Promise<Response>,
    ): Promise<Response> {
      if (meter.readings().store_calls >= maxCalls) throw serviceError('unavailable');
      meter.count(kind);
      const response = await translateStoreErrors(sendUntilFree(sendOnce, pause));
      meter.consume(kind, sumCapacity(response));
      return response;
    },
  };
}

function sumCapacity({ ConsumedCapacity = [] }: CapacityReport): number {
  return [ConsumedCapacity]
    .flat()
    .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

export type Connection = ReturnType<typeof connect>;
