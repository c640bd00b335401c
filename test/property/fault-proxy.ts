import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { inject, vi } from 'vitest';
import { listen } from '#lib/local/host/listen.ts';
import { createEngineCaller } from '#lib/local/table-stream/call-engine.ts';

/**
 * The faults of a call to the store, which the SDK attempts three times:
 * - refused: no attempt arrives, as if the process had ended before.
 * - throttled, failed: the store responds with an error.
 * - response lost: the first attempt arrives, but its response is lost.
 * - process ended: the first attempt arrives, and neither a response nor a further call follows.
 */
export const faults = [
  'refused',
  'throttled',
  'failed',
  'response lost',
  'process ended',
] as const;
export type Fault = (typeof faults)[number];

/** Faults of calls that never reach the store. All of them leave the same state. */
const faultsWithoutEffect: readonly Fault[] = ['refused', 'throttled', 'failed'];

/**
 * Returns whether a test injects a fault into its case with this number. Faults that leave the same
 * state take turns: one of them is injected into each case. All others are injected into every
 * case.
 */
export function isInjected(fault: Fault, caseNumber: number): boolean {
  if (!faultsWithoutEffect.includes(fault)) return true;
  return fault === faultsWithoutEffect[caseNumber % faultsWithoutEffect.length];
}

/** The calls of one person to the store, and the fault of one of them. */
interface Watch {
  /** The ids of the calls. The SDK's attempts of a call share its id. */
  calls: string[];
  fault?: Fault | undefined;
  /** Index of the call that fails. */
  failingIndex: number;
  /** Attempts of that call so far. */
  attempts: number;
}

/** Whether one attempt of a call reaches the store, and what the SDK gets. */
interface AttemptOutcome {
  reachesStore: boolean;
  /** The response that the SDK gets: that of the store, an error, or none. */
  response: 'of the store' | 'throttled' | 'failed' | 'none';
}

const normal: AttemptOutcome = { reachesStore: true, response: 'of the store' };
const noEffect: AttemptOutcome = { reachesStore: false, response: 'none' };
const responseLost: AttemptOutcome = { reachesStore: true, response: 'none' };

function chooseOutcome(
  { fault, failingIndex, attempts }: Watch,
  call: number,
): AttemptOutcome {
  if (fault === undefined || call < failingIndex) return normal;
  if (call > failingIndex) return fault === 'process ended' ? noEffect : normal;
  switch (fault) {
    case 'refused':
      return noEffect;
    case 'throttled':
    case 'failed':
      return { reachesStore: false, response: fault };
    case 'response lost':
      return attempts === 1 ? responseLost : normal;
    case 'process ended':
      return attempts === 1 ? responseLost : noEffect;
  }
}

const errors = {
  throttled: { status: 400, type: 'ThrottlingException' },
  failed: { status: 500, type: 'InternalServerError' },
};

/**
 * A DynamoDB endpoint that forwards calls to a real engine and injects faults into the calls of
 * some people.
 */
export interface FaultProxy {
  url: string;
  /** Injects a fault into one of a person's next calls. Without a fault, it only counts calls. */
  watch(
    user_id: string,
    fault?: Fault,
    failingIndex?: number,
  ): { readonly calls: readonly string[] };
  /** Injects no more faults into a person's calls. */
  stopFaults(user_id: string): void;
}

/**
 * Sends the store calls of this process through a proxy in front of the engine of the shared
 * service. Disposing `disposables` undoes it.
 */
export async function interceptStoreCalls(
  disposables: AsyncDisposableStack,
): Promise<FaultProxy> {
  const { AWS_ENDPOINT_URL_DYNAMODB = '' } = inject('service').environment;
  const proxy = await startFaultProxy(AWS_ENDPOINT_URL_DYNAMODB, disposables);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  disposables.defer(() => void vi.unstubAllEnvs());
  return proxy;
}

/** Starts a proxy in front of the engine at a URL. Disposing `disposables` stops it. */
async function startFaultProxy(
  engineUrl: string,
  disposables: AsyncDisposableStack,
): Promise<FaultProxy> {
  const watches = new Map<string, Watch>();
  const callEngine = createEngineCaller(engineUrl, disposables);

  const countAttempt = (body: string, callId: string): AttemptOutcome => {
    const [, user_id = ''] = /"USER#([0-9a-z]+)"/.exec(body) ?? [];
    const watch = watches.get(user_id);
    if (!watch) return normal;
    if (!watch.calls.includes(callId)) watch.calls.push(callId);
    const call = watch.calls.indexOf(callId);
    if (call === watch.failingIndex) watch.attempts += 1;
    return chooseOutcome(watch, call);
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { headers } = incoming;
    const body = await buffer(incoming);
    const callId = String(headers['amz-sdk-invocation-id']);
    const outcome = countAttempt(body.toString(), callId);
    const result = outcome.reachesStore ? await callEngine({ headers, body }) : undefined;
    if (outcome.response === 'none') {
      incoming.socket.destroy();
      return;
    }
    if (outcome.response === 'of the store') {
      const contentType = { 'Content-Type': 'application/x-amz-json-1.0' };
      response.writeHead(result?.status ?? 500, contentType).end(result?.body);
      return;
    }
    const { status, type } = errors[outcome.response];
    const error = { __type: type, message: outcome.response };
    response.writeHead(status).end(JSON.stringify(error));
  };

  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });

  return {
    url: server.url,
    watch(user_id, fault, failingIndex = 0) {
      const watch: Watch = { calls: [], fault, failingIndex, attempts: 0 };
      watches.set(user_id, watch);
      return watch;
    },
    stopFaults: (user_id) => void watches.delete(user_id),
  };
}
