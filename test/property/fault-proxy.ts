import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What goes wrong with a call to the store, which the SDK makes three times by itself: it never
 * arrives, as when the process ended before it; the store is busy, or fails; it arrives and its
 * first answer is lost; it arrives, and no answer and no further call follow, as when the process
 * ended after it.
 */
export const faults = [
  'refused',
  'throttled',
  'failed',
  'answer lost',
  'process ended',
] as const;
export type Fault = (typeof faults)[number];

/** The calls of one person's requests, and the one that goes wrong. */
interface Watch {
  /** The calls that were made, each once however often the SDK repeats it. */
  calls: string[];
  fault?: Fault | undefined;
  /** Index of the call that goes wrong. */
  at: number;
  /** Attempts of that call so far. */
  attempts: number;
}

/** What becomes of an attempt: whether it reaches the store, and whether its answer comes back. */
interface Fate {
  forwarded: boolean;
  answered: boolean | 'throttled' | 'failed';
}

const well: Fate = { forwarded: true, answered: true };
const broken: Fate = { forwarded: false, answered: false };
const lost: Fate = { forwarded: true, answered: false };

function chooseFate({ fault, at, attempts }: Watch, call: number): Fate {
  if (fault === undefined || call < at) return well;
  if (call > at) return fault === 'process ended' ? broken : well;
  switch (fault) {
    case 'refused':
      return broken;
    case 'throttled':
    case 'failed':
      return { forwarded: false, answered: fault };
    case 'answer lost':
      return attempts === 1 ? lost : well;
    case 'process ended':
      return attempts === 1 ? lost : broken;
  }
}

const errors = {
  throttled: { status: 400, type: 'ThrottlingException' },
  failed: { status: 500, type: 'InternalServerError' },
};

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A DynamoDB endpoint that forwards calls to a real engine and injects faults for chosen people.
 */
export interface FaultProxy extends AsyncDisposable {
  url: string;
  /** Injects a fault into one of a person's next calls. Without a fault, it only counts calls. */
  watch(
    user_id: string,
    fault?: Fault,
    at?: number,
  ): { readonly calls: readonly string[] };
  /** All is well again with a person's calls. */
  heal(user_id: string): void;
}

export async function startFaultProxy(engine: string): Promise<FaultProxy> {
  const watches = new Map<string, Watch>();

  const fateOfAttempt = (body: string, invocation: string): Fate => {
    const [, user_id = ''] = /"USER#([0-9a-z]+)"/.exec(body) ?? [];
    const watch = watches.get(user_id);
    if (!watch) return well;
    if (!watch.calls.includes(invocation)) watch.calls.push(invocation);
    const call = watch.calls.indexOf(invocation);
    if (call === watch.at) watch.attempts += 1;
    return chooseFate(watch, call);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const fate = fateOfAttempt(
      body.toString(),
      String(request.headers['amz-sdk-invocation-id']),
    );
    const {
      host: _,
      connection: __,
      'content-length': ___,
      ...headers
    } = request.headers;
    const answer = fate.forwarded
      ? await fetch(engine, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body,
        })
      : undefined;
    const text = await answer?.text();
    if (fate.answered === false) request.socket.destroy();
    else if (fate.answered === true)
      response
        .writeHead(answer?.status ?? 500, {
          'Content-Type': 'application/x-amz-json-1.0',
        })
        .end(text);
    else {
      const { status, type } = errors[fate.answered];
      response
        .writeHead(status)
        .end(JSON.stringify({ __type: type, message: fate.answered }));
    }
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    watch(user_id, fault, at = 0) {
      const watch: Watch = { calls: [], fault, at, attempts: 0 };
      watches.set(user_id, watch);
      return watch;
    },
    heal: (user_id) => void watches.delete(user_id),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
