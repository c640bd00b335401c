import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A message of a queue. */
export interface QueueMessage {
  id: string;
  queue: string;
  body: string;
  /** Tries so far. */
  receives: number;
  /** Milliseconds since 1970 from which on it may be tried. */
  visibleAt: number;
}

/** What waits in the queues. */
export interface MessageQueues {
  send(messages: readonly Pick<QueueMessage, 'queue' | 'body'>[]): void;
  /** The messages of a queue that may be tried. */
  listVisible(queue: string, now: number): QueueMessage[];
  /** Counts a try, until whose end, or this time, nobody sees the message. */
  receive(message: QueueMessage, visibleAt: number): void;
  delete(message: QueueMessage): void;
  /** From here on nothing is kept any more. */
  close(): void;
}

interface State {
  messages: QueueMessage[];
}

/**
 * Opens the queues of a data directory, one file that is replaced as a whole; without a directory it is kept nowhere.
 * Throws a sentence where the file cannot be read.
 */
export function openMessageQueues(directory: string | undefined): MessageQueues {
  const file = directory === undefined ? undefined : join(directory, 'removals.json');
  const state = readState(file);
  let isClosed = false;

  function save(): void {
    if (file === undefined || isClosed) return;
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    send: (messages) => {
      const added = messages.map((message) => ({
        id: randomUUID(),
        ...message,
        receives: 0,
        visibleAt: 0,
      }));
      state.messages.push(...added);
      save();
    },
    listVisible: (queue, now) =>
      state.messages.filter((message) => message.queue === queue && message.visibleAt <= now),
    receive: (message, visibleAt) => {
      Object.assign(message, { receives: message.receives + 1, visibleAt });
      save();
    },
    delete: (message) => {
      state.messages = state.messages.filter((other) => other !== message);
      save();
    },
    close: () => {
      isClosed = true;
    },
  };
}

function readState(file: string | undefined): State {
  const empty: State = { messages: [] };
  try {
    return file === undefined ? empty : JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw new Error(`${file} cannot be read. Remove it: what it held is then not tried again.`, {
      cause: error,
    });
  }
}
