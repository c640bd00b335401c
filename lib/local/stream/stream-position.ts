import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../host/replace-file.ts';

/** The name of the file with the position in a data directory. */
export const positionFile = 'stream-position.json';

/** How far the stream of a table has been read. */
export interface StreamPosition {
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
export async function openStreamPosition(
  directory: string | undefined,
  stream_arn: string,
): Promise<StreamPosition> {
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
