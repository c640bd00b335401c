import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { receiveMessage } from '../child-process.ts';
import { type BenchRequest, buildBenchmarkEvent } from '../events.ts';
import type { Bench } from '../service-under-bench.ts';

export interface LoadRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** Requests that several callers send in turn, and how many they send altogether. */
export interface Load {
  requests: readonly LoadRequest[];
  count: number;
  /** Defaults to 8. */
  callers?: number;
  /** The time from one request of a caller to its next, in ms. Defaults to no pause. */
  intervalMs?: number;
}

/** The times of a load in ms: of all of it, and of each request. */
export interface LoadReply {
  elapsed: number;
  durations: number[];
  /** The number of responses that are errors. */
  errors: number;
}

/** A process that sends loads. */
export interface LoadSender extends Disposable {
  pid: number | undefined;
  /** Sends a load. Throws if a response is an error. */
  send(load: Load): Promise<LoadReply>;
  /** Sends a load and counts the responses that are errors. */
  sendAndCount(load: Load): Promise<LoadReply>;
}

/** Starts a process that sends loads. */
export function startLoadSender(): LoadSender {
  const child = fork(join(import.meta.dirname, 'load-child.ts'));
  const sendAndCount = (load: Load) => {
    child.send(load);
    return receiveMessage<LoadReply>(child);
  };
  return {
    pid: child.pid,
    sendAndCount,
    send: async (load) => {
      const reply = await sendAndCount(load);
      if (reply.errors > 0) throw new Error(`${reply.errors} responses are errors.`);
      return reply;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** Builds the HTTP request that becomes the event of a benchmark request, with a user's token. */
export async function buildLoadRequest(
  endpoint: Endpoint,
  bench: Bench,
  token: string,
  request: BenchRequest,
): Promise<LoadRequest> {
  const { method, host, auth } = endpoint;
  const event = await buildBenchmarkEvent(endpoint, bench, request);
  const authorization = auth === 'public' ? {} : { Authorization: `Bearer ${token}` };
  const headers = event.headers as Record<string, string>;
  const query = new URLSearchParams(request.query);
  return {
    url: `${bench.urls[host]}${event.path}?${query}`,
    method,
    headers: { ...authorization, ...headers },
    body: event.body,
  };
}
