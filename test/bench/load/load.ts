import { fork } from 'node:child_process';
import { join } from 'node:path';
import { receiveMessage } from '../receive-message.ts';

/** A request of a load. */
export interface LoadRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** Requests that eight callers send in turn, and how many they send altogether. */
export interface Load {
  requests: readonly LoadRequest[];
  count: number;
}

/** The times of a load in ms: of all of it, and of each request. */
export interface LoadReply {
  elapsed: number;
  durations: number[];
}

/** A process that sends loads. */
export interface LoadSender extends Disposable {
  pid: number | undefined;
  /** Throws if a response is an error. */
  send(load: Load): Promise<LoadReply>;
}

/** Starts a process that sends loads. */
export function startLoadSender(): LoadSender {
  const child = fork(join(import.meta.dirname, 'load-child.ts'));
  return {
    pid: child.pid,
    send: async (load) => {
      child.send(load);
      return receiveMessage<LoadReply>(child);
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}
