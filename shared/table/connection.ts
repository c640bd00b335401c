import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { nameStoreFailure } from '../errors/store-failures.ts';
import { environment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/meter.ts';
import { storeClientOptions } from '../runtime/store-client.ts';

let client: DynamoDBDocumentClient | undefined;

/** One client a process: its connections outlive a request. */
function sharedClient(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient(storeClientOptions('table')), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return client;
}

interface Consuming {
  ConsumedCapacity?: { CapacityUnits?: number | undefined } | undefined;
}

/** The way to the table for one request, whose calls and capacity `meter` counts. */
export function connect(meter: Meter) {
  return {
    client: sharedClient(),
    /** What every command carries. */
    base: { TableName: environment('TABLE_NAME'), ReturnConsumedCapacity: 'TOTAL' as const },
    /** Waits for a call and counts it. Throws `unavailable` where the store is busy or cannot be reached. */
    async metered<Answer extends Consuming>(
      kind: 'read' | 'write',
      call: Promise<Answer>,
    ): Promise<Answer> {
      meter.count(kind);
      const answer = await nameStoreFailure(call);
      meter.consume(kind, answer.ConsumedCapacity?.CapacityUnits ?? 0);
      return answer;
    },
  };
}

export type Connection = ReturnType<typeof connect>;
