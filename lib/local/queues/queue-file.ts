import { readFileSync } from 'node:fs';
import { replaceFile } from '../host/replace-file.ts';

/** The name of the file with the queues in a data directory. */
export const queuesFile = 'queues.json';

/** A message of a queue. */
export interface QueueMessage {
  id: string;
  queue: string;
  body: string;
  /** Number of attempts so far, as SQS counts them in ApproximateReceiveCount. */
  receives: number;
  /** Milliseconds since 1970. Until then, the message is hidden. */
  visibleAt: number;
  /** When the message became a dead letter, in milliseconds since 1970. */
  deadSince?: number;
}

/** The content of the file in which the queues are kept. */
interface QueueState {
  messages: QueueMessage[];
}

function isQueueState(value: unknown): value is QueueState {
  if (typeof value !== 'object' || value === null || !('messages' in value)) return false;
  return Array.isArray(value.messages) && value.messages.every(isQueueMessage);
}

function isQueueMessage(value: unknown): value is QueueMessage {
  const { id, queue, body, receives, visibleAt } = Object(value);
  const areTexts = [id, queue, body].every((member) => typeof member === 'string');
  return areTexts && Number.isFinite(receives) && Number.isFinite(visibleAt);
}

/** Reads the messages in the file. Throws unless the file is valid or missing. */
export function readMessages(file: string): QueueMessage[] {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isQueueState(state)) throw new Error(`${file} is not a list of queue messages.`);
    return state.messages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(
      `Cannot read ${file}. Remove it to start; its messages are then lost.`,
      { cause: error },
    );
  }
}

/** Replaces the messages in the file atomically, and waits until they are on the disk. */
export function writeMessages(
  file: string,
  messages: readonly QueueMessage[],
): Promise<void> {
  return replaceFile(file, JSON.stringify({ messages }), { mode: 0o600 });
}
