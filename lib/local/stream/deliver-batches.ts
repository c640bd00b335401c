import type { DynamoDBBatchResponse } from 'aws-lambda';
import { splitIntoBatches } from '#shared/runtime/batches.ts';
import type { Invoke } from '../functions/invocation.ts';
import { awsRegion } from '../host/aws-account.ts';
import type { ConsumedStream } from '../template/event-sources.ts';
import { matchesEventPattern } from '../template/patterns.ts';
import type { DeliverRecords } from './stream-reader.ts';
import type { StreamRecord } from './table-stream.ts';

/** The most bytes of the records of a batch, a quota of Lambda. */
const maxBatchBytes = 6 * 1024 * 1024;

/**
 * Delivers records to the function of a stream as Lambda does: those that match a filter, in
 * batches. If a batch fails, the records before the failure are done. The others are delivered
 * again.
 */
export function createBatchDelivery(
  source: ConsumedStream,
  invoke: Invoke,
): DeliverRecords {
  const limits = { maxCount: source.batchSize, maxBytes: maxBatchBytes };

  /** Returns how many records of the batch are done, from the first one. */
  async function deliverBatch(batch: readonly StreamRecord[]): Promise<number> {
    const succeeded = await invokeFunction(batch, source, invoke);
    if (succeeded !== undefined || batch.length === 1) return succeeded ?? 0;

    // The function has failed as a whole. One half may succeed.
    const half = Math.ceil(batch.length / 2);
    const done = await deliverBatch(batch.slice(0, half));
    return done < half ? done : half + (await deliverBatch(batch.slice(half)));
  }

  return async (records) => {
    const accepted = records.filter((record) =>
      source.filters.some((filter) => matchesEventPattern(filter, record)),
    );
    for (const batch of splitIntoBatches(accepted, limits, measureRecord)) {
      const done = await deliverBatch(batch);
      const failed = batch[done];
      if (failed) return records.indexOf(failed);
    }
    return records.length;
  };
}

function measureRecord(record: StreamRecord): number {
  return Buffer.byteLength(JSON.stringify(record));
}

/**
 * Invokes the function with a batch. Returns how many records succeeded, from the first one, or
 * undefined if the function failed as a whole.
 */
async function invokeFunction(
  batch: readonly StreamRecord[],
  { functionArn, streamArn }: ConsumedStream,
  invoke: Invoke,
): Promise<number | undefined> {
  const Records = batch.map((record) => ({
    ...record,
    awsRegion,
    eventSourceARN: streamArn,
  }));
  const result = await invoke(functionArn, JSON.stringify({ Records }));
  if (!result.ok) return undefined;

  const response: DynamoDBBatchResponse | null = JSON.parse(result.payload);
  const failures = response?.batchItemFailures ?? [];
  const numbers = failures.map(({ itemIdentifier }) => itemIdentifier);
  const indexes = numbers.map((number) =>
    batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === number),
  );
  // A number that is not of this batch makes the whole batch fail.
  return indexes.includes(-1) ? undefined : Math.min(batch.length, ...indexes);
}
