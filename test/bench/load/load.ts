import { fork } from 'node:child_process';
import { join } from 'node:path';
import { buildMessage, type Message } from '#kit/send.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { receiveMessage } from '../child-process.ts';
import { type BenchRequest, toSent } from '../events.ts';
import type { Bench } from '../service-under-bench.ts';

export interface LoadRequest extends Message {
  url: string;
  method: string;
}

/** Requests that several callers send in turn, and how many they send altogether. */
export interface Load {
  requests: readonly LoadRequest[];
  count: number;
}

/** The times of a load in ms: of all of it, and of each request. */
export interface LoadResponse {
  elapsed: number;
  durations: number[];
  /** The number of responses that are errors. */
  errors: number;
}

/** A process that sends loads. */
export interface LoadSender extends Disposable {
  /** Sends a load. Throws if a response is an error. */
  send(load: Load): Promise<LoadResponse>;
}

/** Starts a process that sends loads. */
export function startLoadSender(): LoadSender {
  const program = join(import.meta.dirname, 'load-child.ts');
  // The body of a request can be bytes.
  const child = fork(program, { serialization: 'advanced' });
  return {
    send: async (load) => {
      child.send(load);
      const response = await receiveMessage<LoadResponse>(child);
      if (response.errors > 0)
        throw new Error(`${response.errors} responses are errors.`);
      return response;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** Builds the HTTP request of a benchmark request, with a user's token. */
export async function buildLoadRequest(
  endpoint: Endpoint,
  bench: Bench,
  token: string,
  request: BenchRequest,
): Promise<LoadRequest> {
  const { method, host, auth } = endpoint;
  const { path, options } = toSent(endpoint, bench, request);
  const message = await buildMessage({
    ...options,
    token: auth === 'public' ? undefined : token,
    // The gateway does not compress responses then, which would cost more than small functions.
    headers: { ...options.headers, 'Accept-Encoding': 'identity' },
  });
  return { url: bench.urls[host] + path, method, ...message };
}
