import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject, vi } from 'vitest';
import { useKeys } from '#shared/quota/use.keys.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { connect } from '#shared/table/connection.ts';

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

const reads: readonly string[] = ['GetItem', 'BatchGetItem', 'Query'];

/**
 * Lists the indexes of the calls of a request into which a test injects a fault. Faults that leave
 * the same state take turns: one of them is injected into each call, beginning with `caseNumber`.
 * Others are injected into writes only, because a read leaves the state as it was.
 */
export function listInjected(
  fault: Fault,
  calls: readonly string[],
  caseNumber = 0,
): number[] {
  const indexes = Array.from(calls.keys());
  const turn = faultsWithoutEffect.indexOf(fault);
  if (turn === -1) return indexes.filter((index) => !reads.includes(calls[index] ?? ''));
  const count = faultsWithoutEffect.length;
  return indexes.filter((index) => (caseNumber + index) % count === turn);
}

/** The calls of one person to the store, and the fault of one of them. */
interface Watch {
  /** The ids of the calls, in order. The SDK's attempts of a call share its id. */
  ids: string[];
  /** The operations of the calls, e.g. "GetItem". */
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

/** Sends one attempt of the SDK. */
type HandleAttempt = DynamoDBClient['config']['requestHandler']['handle'];
type AttemptResult = Awaited<ReturnType<HandleAttempt>>;

/** Returns what the SDK gets if the store responds with an error. */
function toErrorResult(kind: keyof typeof errors): AttemptResult {
  const { status, type } = errors[kind];
  const json = JSON.stringify({ __type: type, message: kind });
  const body = Readable.from([Buffer.from(json)]);
  return { response: { statusCode: status, headers: {}, body } };
}

/** Returns the error that the SDK gets if the connection ends before the response. */
function newConnectionError(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

/** The beginning of the sort keys of the items that count requests. */
const usePrefix = useKeys.userUse('', '').sk;

/** Injects faults into the store calls of some people. */
export interface StoreFaults {
  /** Injects a fault into one of a person's next calls. Without a fault, it only counts calls. */
  watch(
    user_id: string,
    fault?: Fault,
    failingIndex?: number,
  ): { readonly calls: readonly string[] };
  /** Injects no more faults into a person's calls. */
  stop(user_id: string): void;
}

/**
 * Intercepts the store calls of the functions of this process, until `disposables` is disposed of.
 */
export function interceptStoreCalls(disposables: AsyncDisposableStack): StoreFaults {
  const watches = new Map<string, Watch>();

  const countAttempt = (
    body: string,
    headers: Record<string, string>,
  ): AttemptOutcome => {
    const [, user_id = ''] = /"USER#([0-9a-z]+)"/.exec(body) ?? [];
    const watch = watches.get(user_id);
    // A request goes on if the call that counts it fails, which other tests show.
    if (!watch || body.includes(`"${usePrefix}`)) return normal;
    const callId = headers['amz-sdk-invocation-id'] ?? '';
    if (!watch.ids.includes(callId)) {
      watch.ids.push(callId);
      watch.calls.push(headers['x-amz-target']?.split('.').at(-1) ?? '');
    }
    const call = watch.ids.indexOf(callId);
    if (call === watch.failingIndex) watch.attempts += 1;
    return chooseOutcome(watch, call);
  };

  // The SDK has a retry budget for each client. A separate address gives these tests a client of
  // their own.
  const { AWS_ENDPOINT_URL_DYNAMODB } = inject('service').environment;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `${AWS_ENDPOINT_URL_DYNAMODB}/${randomUUID()}`);
  disposables.defer(() => void vi.unstubAllEnvs());

  const { requestHandler } = connect(newMeter()).client.config;
  const send = requestHandler.handle.bind(requestHandler);
  const handle: HandleAttempt = async (request, options) => {
    const body = new TextDecoder().decode(request.body);
    const outcome = countAttempt(body, request.headers);
    // The engine knows only this path.
    request.path = '/';
    const result = outcome.reachesStore ? await send(request, options) : undefined;
    if (outcome.response === 'throttled' || outcome.response === 'failed')
      return toErrorResult(outcome.response);
    if (result && outcome.response === 'of the store') return result;
    throw newConnectionError();
  };
  requestHandler.handle = handle;

  return {
    watch(user_id, fault, failingIndex = 0) {
      const watch: Watch = { ids: [], calls: [], fault, failingIndex, attempts: 0 };
      watches.set(user_id, watch);
      return watch;
    },
    stop: (user_id) => void watches.delete(user_id),
  };
}
