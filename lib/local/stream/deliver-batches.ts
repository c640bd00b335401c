import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import { awsRegion } from '../host/aws-account.ts';
import type { ConsumedStream } from '../template/event-sources.ts';
import { matchesEventPattern } from '../template/patterns.ts';
import type { DeliverRecords } from './stream-reader.ts';
import type { StreamRecord } from './table-stream.ts';

export interface BatchDeps {
  invoke: Invoke;
  /** Prints a warning for the developer. */
  warn: (line: string) => void;
}

/** The most bytes of the records of a batch, a quota of Lambda. */
const maxBatchBytes = 6 * 1024 * 1024;

/** The first record of a batch that failed, and how often it has failed. */
interface Failure {
  sequenceNumber: string;
  attempts: number;
}

/**
 * Delivers records to the function of a stream as Lambda does: those that match a filter, in
 * batches. If a batch fails, the records before the failure are done. The others are delivered
 * again until the mapping's limit of retries, and then given up with a warning.
 */
export function createBatchDelivery(
  source: ConsumedStream,
  { invoke, warn }: BatchDeps,
): DeliverRecords {
  let failure: Failure | undefined;

  /** Counts a failure of the first record. Returns false if it must not be tried again. */
  function canRetry([first]: readonly StreamRecord[]): boolean {
    const sequenceNumber = first?.dynamodb.SequenceNumber ?? '';
    const before = failure?.sequenceNumber === sequenceNumber ? failure.attempts : 0;
    failure = { sequenceNumber, attempts: before + 1 };
    return failure.attempts <= source.maxRetries;
  }

  /** Returns how many records of the batch are done, from the first one. */
  async function deliverBatch(batch: readonly StreamRecord[]): Promise<number> {
    const succeeded = await invokeFunction(batch, source, invoke);
    if (succeeded === batch.length) return batch.length;

    // The function has failed as a whole. One half may succeed.
    if (succeeded === undefined && source.bisectsBatches && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      const done = await deliverBatch(batch.slice(0, half));
      return done < half ? done : half + (await deliverBatch(batch.slice(half)));
    }

    const remaining = batch.slice(succeeded);
    if (canRetry(remaining)) return succeeded ?? 0;
    warn(
      `${source.functionArn}: gave up ${remaining.length} records of ${source.table}.`,
    );
    return batch.length;
  }

  return async (records) => {
    const accepted = records.filter((record) => isAccepted(record, source));
    for (const batch of splitIntoBatches(accepted, source.batchSize)) {
      const done = await deliverBatch(batch);
      const failed = batch[done];
      if (failed) return records.indexOf(failed);
    }
    return records.length;
  };
}

function isAccepted(
  record: StreamRecord,
  { filters, maxRecordAge }: ConsumedStream,
): boolean {
  const age = Date.now() / 1000 - record.dynamodb.ApproximateCreationDateTime;
  return (
    age <= maxRecordAge && filters.some((filter) => matchesEventPattern(filter, record))
  );
}

function splitIntoBatches(
  records: readonly StreamRecord[],
  maxRecords: number,
): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  let batch: StreamRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record));
    const isFull = batch.length === maxRecords || bytes + size > maxBatchBytes;
    if (batch.length === 0 || isFull) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  return batches;
}

/**
 * Invokes the function with a batch. Returns how many records succeeded, from the first one, or
 * undefined if the function failed as a whole.
 */
async function invokeFunction(
  batch: readonly StreamRecord[],
  { functionArn, streamArn, reportsFailures }: ConsumedStream,
  invoke: Invoke,
): Promise<number | undefined> {
  const Records = batch.map((record) => ({
    ...record,
    awsRegion,
    eventSourceARN: streamArn,
  }));
  const result = await invoke(functionArn, JSON.stringify({ Records }));
  if (!result.ok) return undefined;
  if (!reportsFailures) return batch.length;

  const response: DynamoDBBatchResponse | null = JSON.parse(result.payload);
  const failures = response?.batchItemFailures ?? [];
  const numbers = failures.map(({ itemIdentifier }) => itemIdentifier);
  const indexes = numbers.map((number) =>
    batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === number),
  );
  // A number that is not of this batch makes the whole batch fail.
  return indexes.includes(-1) ? undefined : Math.min(batch.length, ...indexes);
}
