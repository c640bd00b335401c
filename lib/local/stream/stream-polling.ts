import type { DynamoDBBatchResponse } from 'aws-lambda';
import { splitIntoBatches } from '#shared/runtime/batches.ts';
import type { StreamRecords } from '../engines/stream-records.ts';
import type { Invoke } from '../functions/invocation.ts';
import { awsRegion } from '../host/aws-account.ts';
import { waitForGracePeriod } from '../host/listen.ts';
import { runRepeatedly } from '../host/timers.ts';
import type { ConsumedStream } from '../template/event-sources.ts';
import { matchesEventPattern } from '../template/patterns.ts';
import {
  createStreamReader,
  type DeliverRecords,
  openStreamCursor,
  type StreamCursor,
  type StreamReader,
} from './stream-reader.ts';
import { openTableStream, type StreamRecord, type TableStream } from './table-stream.ts';

/** Lambda reads a shard four times a second. */
const pollingIntervalMs = 250;

/** The longest pause after failures, each of which doubles it. */
const maxPauseMs = 60_000;

const trimmingIntervalMs = 60_000;

/** The delivery of a table's changes to the function that reads its stream. */
export interface StreamPolling {
  /** Delivers all changes until now. A failed batch, and those after it, are delivered later. */
  drain(): Promise<void>;
  /** From now on, changes are delivered without a call of `drain`. */
  start(): void;
  /** Starts no further delivery, and waits for the one in flight until the grace period ends. */
  stop(): Promise<void>;
}

interface StreamPollingDeps {
  invoke: Invoke;
  /** Prints a warning for the developer. */
  warn: (line: string) => void;
  /** Whether the engine has crashed and has not been restarted yet. */
  isUnavailable: () => boolean;
}

/** The address of the stream, and the data that is kept about it. */
export interface StreamStorage {
  dynamodbEndpoint: string;
  /** The records in the database of the embedded engine, which are trimmed. */
  streamRecords: StreamRecords | undefined;
  /** The directory of the position. Undefined if nothing is kept. */
  directory: string | undefined;
}

/** Opens the stream of a table at the saved position. Throws if the table has no stream. */
export async function openStreamPolling(
  source: ConsumedStream,
  { dynamodbEndpoint, streamRecords, directory }: StreamStorage,
  deps: StreamPollingDeps,
  disposables: AsyncDisposableStack,
): Promise<StreamPolling> {
  const stream = await openTableStream(dynamodbEndpoint, source.table);
  const position = await openStreamCursor(directory, stream.arn);
  if (streamRecords)
    await startTrimming(source.table, stream, position, streamRecords, deps, disposables);

  const deliver = createBatchDelivery(source, deps.invoke);
  return createStreamPolling(createStreamReader(stream, position, deliver), deps);
}

/** Creates the polling of a reader. After a failure, the pauses become longer. */
export function createStreamPolling(
  reader: StreamReader,
  { isUnavailable, warn }: Pick<StreamPollingDeps, 'isUnavailable' | 'warn'>,
): StreamPolling {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let failures = 0;

  async function readSafely(): Promise<boolean> {
    try {
      return await reader.poll();
    } catch (error) {
      if (failures === 0) warn(`The table's stream cannot be read: ${String(error)}`);
      return false;
    }
  }

  async function poll(): Promise<void> {
    if (!isUnavailable()) failures = (await readSafely()) ? 0 : failures + 1;
    if (!isStopped) schedule(Math.min(pollingIntervalMs * 2 ** failures, maxPauseMs));
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(poll, delayMs).unref();
  }

  return {
    drain: async () => {
      await reader.drain();
    },
    start: () => schedule(0),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await waitForGracePeriod(reader.stop());
    },
  };
}

/** Deletes old records that have been read, now and every minute. The engine has one shard. */
async function startTrimming(
  table: string,
  stream: TableStream,
  position: StreamCursor,
  streamRecords: StreamRecords,
  { warn }: StreamPollingDeps,
  disposables: AsyncDisposableStack,
): Promise<void> {
  const [shardId = ''] = await stream.listShards();
  const run = async () => {
    const readUntil = position.find(shardId);
    if (readUntil !== undefined) await streamRecords.trim(table, readUntil);
  };
  const onFailure = (error: unknown) =>
    warn(`Old records of the table's stream cannot be deleted: ${String(error)}`);
  runRepeatedly({ run, intervalMs: trimmingIntervalMs, onFailure }, disposables);
}

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
  async function deliverBatch(batch: readonly SentRecord[]): Promise<number> {
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
    const sent = accepted.map((record) => toSentRecord(record, source));
    const measure = ({ json }: SentRecord) => Buffer.byteLength(json);
    for (const batch of splitIntoBatches(sent, limits, measure)) {
      const done = await deliverBatch(batch);
      const failed = batch[done];
      if (failed) return records.indexOf(failed.record);
    }
    return records.length;
  };
}

/** A record, and the JSON of it that Lambda gives to the function. */
interface SentRecord {
  record: StreamRecord;
  json: string;
}

function toSentRecord(record: StreamRecord, { streamArn }: ConsumedStream): SentRecord {
  return {
    record,
    json: JSON.stringify({ ...record, awsRegion, eventSourceARN: streamArn }),
  };
}

/**
 * Invokes the function with a batch. Returns how many records succeeded, from the first one, or
 * undefined if the function failed as a whole.
 */
async function invokeFunction(
  batch: readonly SentRecord[],
  { functionArn }: ConsumedStream,
  invoke: Invoke,
): Promise<number | undefined> {
  const records = batch.map(({ json }) => json).join();
  const result = await invoke(functionArn, `{"Records":[${records}]}`);
  if (!result.ok) return undefined;

  const response: DynamoDBBatchResponse | null = JSON.parse(result.payload);
  const failures = response?.batchItemFailures ?? [];
  const numbers = failures.map(({ itemIdentifier }) => itemIdentifier);
  const indexes = numbers.map((number) =>
    batch.findIndex(({ record }) => record.dynamodb.SequenceNumber === number),
  );
  // A number that is not of this batch makes the whole batch fail.
  return indexes.includes(-1) ? undefined : Math.min(batch.length, ...indexes);
}
