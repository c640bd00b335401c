import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../host/files.ts';
import type { RecordPage, StreamRecord, TableStream } from './table-stream.ts';

/** The name of the file with the position in a data directory. */
export const positionFile = 'stream-position.json';

/** The place up to which the stream of a table has been read. */
export interface StreamCursor {
  /** Returns the sequence number of the last record of a shard that was read, if any. */
  find(shardId: string): string | undefined;
  /** Resolves when the position is safe, even if the machine loses power. */
  save(shardId: string, sequenceNumber: string): Promise<void>;
}

interface SavedPosition {
  /** The stream to which the numbers belong. */
  stream_arn: string;
  shards: Record<string, string>;
}

/**
 * Opens the position in a data directory, or in memory without one. A stream with another ARN, and
 * one whose position cannot be read, is read again from its oldest record.
 */
export async function openStreamCursor(
  directory: string | undefined,
  stream_arn: string,
): Promise<StreamCursor> {
  const file = directory === undefined ? undefined : join(directory, positionFile);
  const saved = file === undefined ? undefined : await readPosition(file);
  const shards = saved?.stream_arn === stream_arn ? saved.shards : {};
  return {
    find: (shardId) => shards[shardId],
    save: async (shardId, sequenceNumber) => {
      shards[shardId] = sequenceNumber;
      if (file !== undefined)
        await replaceFile(file, JSON.stringify({ stream_arn, shards }));
    },
  };
}

async function readPosition(file: string): Promise<SavedPosition | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Delivers records in their order. Returns how many of them are done, from the first one. The
 * others are delivered again later.
 */
export type DeliverRecords = (records: readonly StreamRecord[]) => Promise<number>;

/** Reads a stream from the saved position. */
export interface StreamReader {
  /**
   * Delivers all records until the end of the stream. Returns false if some must be delivered
   * again. Rejects if the stream cannot be read, or if the position cannot be saved.
   */
  drain(): Promise<boolean>;
  /** As `drain`, but leaves to the next call what is written meanwhile: so it comes in batches. */
  poll(): Promise<boolean>;
  /** Reads nothing more, and resolves when the delivery in progress has ended. */
  stop(): Promise<void>;
}

/** Returns whether nothing is read after a page for now. */
type IsEnd = (page: RecordPage) => boolean;

/**
 * Creates a reader of a stream. The position is saved after each delivery, so a record is delivered
 * again if the process ends in between, and none is lost.
 */
export function createStreamReader(
  stream: TableStream,
  position: StreamCursor,
  deliver: DeliverRecords,
): StreamReader {
  let latest: Promise<boolean> = Promise.resolve(true);
  let isStopped = false;
  /** The shards that may have further records. Undefined if they must be listed. */
  let openShards: string[] | undefined;

  async function readShards(isEnd: IsEnd): Promise<boolean> {
    if (isStopped) return false;
    openShards ??= await stream.listShards();
    for (const shardId of openShards) {
      const isDone = await readShard(shardId, isEnd);
      if (!isDone) return false;
    }
    return true;
  }

  async function readShard(shardId: string, isEnd: IsEnd): Promise<boolean> {
    while (!isStopped) {
      const page = await stream.read(shardId, position.find(shardId));
      const { records, isLast } = page;
      const done = await deliver(records);
      const last = records[done - 1];
      if (last) await position.save(shardId, last.dynamodb.SequenceNumber);
      if (done < records.length) return false;
      // Other shards continue one that has ended.
      if (isLast) openShards = undefined;
      if (isLast || isEnd(page)) return true;
    }
    return false;
  }

  /** Reads when the read before has ended. */
  function readUntil(isEnd: IsEnd): Promise<boolean> {
    latest = latest.catch(() => false).then(() => readShards(isEnd));
    return latest;
  }

  return {
    drain: () => readUntil(({ records }) => records.length === 0),
    poll: () => readUntil(({ isFull }) => !isFull),
    stop: async () => {
      isStopped = true;
      await latest.catch(() => undefined);
    },
  };
}
