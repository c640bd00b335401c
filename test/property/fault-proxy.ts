import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '#lib/local/host/listen.ts';
import { createEngineCaller } from '#lib/local/table-stream/call-engine.ts';

/**
 * The faults of a call to the store, which the SDK attempts three times:
 * - refused: no attempt arrives, as if the process had ended before.
 * - throttled, failed: the store responds with an error.
 * - answer lost: the first attempt arrives, but its response is lost.
 * - process ended: the first attempt arrives, and neither a response nor a further call follows.
 */
export const faults = [
  'refused',
  'throttled',
  'failed',
  'answer lost',
  'process ended',
] as const;
export type Fault = (typeof faults)[number];

/** Faults whose call does not reach the store. */
const early: readonly Fault[] = ['refused', 'throttled', 'failed'];

/**
 * Returns whether to inject a fault into a case. Every late fault is, and one early fault in turn,
 * because all early faults leave the same state.
 */
export function isInjected(fault: Fault, caseNumber: number): boolean {
  const isLate = !early.includes(fault);
  return isLate || fault === early[caseNumber % early.length];
}

/** The calls of one person's requests, and the one that fails. */
interface Watch {
  /** The ids of the calls. The SDK's attempts of a call share its id. */
  calls: string[];
  fault?: Fault | undefined;
  /** Index of the call that fails. */
  at: number;
  /** Attempts of that call so far. */
  attempts: number;
}

/** Whether an attempt reaches the store, and whether its response comes back. */
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

/**
 * A DynamoDB endpoint that forwards calls to a real engine and injects faults for chosen people.
 */
export interface FaultProxy {
  url: string;
  /** Injects a fault into one of a person's next calls. Without a fault, it only counts calls. */
  watch(
    user_id: string,
    fault?: Fault,
    at?: number,
  ): { readonly calls: readonly string[] };
  /** Injects no more faults into a person's calls. */
  heal(user_id: string): void;
}

/** Starts a proxy in front of `engine`, which ends with `owner`. */
export async function startFaultProxy(
  engine: string,
  owner: AsyncDisposableStack,
): Promise<FaultProxy> {
  const watches = new Map<string, Watch>();
  const callEngine = createEngineCaller(engine, owner);

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
    const body = await buffer(request);
    const fate = fateOfAttempt(
      body.toString(),
      String(request.headers['amz-sdk-invocation-id']),
    );
    const { headers } = request;
    const answer = fate.forwarded ? await callEngine({ headers, body }) : undefined;
    if (fate.answered === false) request.socket.destroy();
    else if (fate.answered === true)
      response
        .writeHead(answer?.status ?? 500, {
          'Content-Type': 'application/x-amz-json-1.0',
        })
        .end(answer?.body);
    else {
      const { status, type } = errors[fate.answered];
      response
        .writeHead(status)
        .end(JSON.stringify({ __type: type, message: fate.answered }));
    }
  };

  const server = await listen('127.0.0.1', 0, owner);
  server.handleWith((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });

  return {
    url: server.url,
    watch(user_id, fault, at = 0) {
      const watch: Watch = { calls: [], fault, at, attempts: 0 };
      watches.set(user_id, watch);
      return watch;
    },
    heal: (user_id) => void watches.delete(user_id),
  };
}
