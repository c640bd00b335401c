import { randomUUID } from 'node:crypto';
import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import type { Clock } from '../host/clock.ts';
import type { LambdaFunction } from '../template/functions.ts';
import type { InvocationRequest, InvocationResult } from './invocation.ts';
import { listenToThread, startThread } from './thread.ts';

/** Seconds that Lambda allows for loading the code. */
const initTimeout = 10;

/** One worker thread of a function. It runs one invocation at a time. */
export interface Instance {
  /** False once the thread has ended or is ending. */
  isAlive(): boolean;
  /** Runs one invocation. A timeout or a crash ends the instance and is the result. */
  invoke(payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

/** What instances need from the runner. */
export interface InstanceDeps {
  clock: Clock;
  log: (line: string) => void;
}

function toFailure(errorType: string, errorMessage: string): InvocationResult {
  return { ok: false, errorType, errorMessage };
}

/** Waits for `work`. Calls `onTimeout` if that takes longer than the limit. */
async function waitWithTimeout(
  work: Promise<unknown>,
  limitMs: number,
  onTimeout: () => void,
): Promise<void> {
  const timer = setTimeout(onTimeout, limitMs);
  await work;
  clearTimeout(timer);
}

/** Starts an instance of a function. */
export function startInstance(definition: LambdaFunction, { clock, log }: InstanceDeps): Instance {
  const { name, timeout } = definition;
  const thread = startThread(definition, clock);
  const ready = Promise.withResolvers<void>();
  let current = Promise.withResolvers<InvocationResult>();
  let isAlive = true;

  /** Ends the thread, and with it the current invocation. */
  async function end(result: InvocationResult): Promise<void> {
    isAlive = false;
    ready.resolve();
    current.resolve(result);
    await thread.terminate();
  }

  function fail(reason: string, result: InvocationResult): void {
    if (!isAlive) return;
    log(`${name} ${reason}`);
    void end(result);
  }

  function failWithTimeout(step: string, seconds: number): void {
    const message = `Task timed out after ${seconds.toFixed(2)} seconds`;
    fail(
      `timed out: ${step} took longer than ${seconds} seconds.`,
      toFailure('Sandbox.Timedout', message),
    );
  }

  listenToThread(thread, {
    onReady: () => ready.resolve(),
    onLine: log,
    onResult: (result, stack) => {
      if (!result.ok) log(`${name} failed: ${stack ?? result.errorMessage}`);
      current.resolve(result);
    },
    onCrash: ({ message, stack }) =>
      fail(`crashed: ${stack ?? message}`, toFailure('Runtime.Unknown', message)),
    onExit: (exitCode) =>
      fail(
        `exited with code ${exitCode}.`,
        toFailure('Runtime.ExitError', `exit code ${exitCode}`),
      ),
  });

  function waitUntilReady(): Promise<void> {
    return waitWithTimeout(ready.promise, scaleTimeLimit(initTimeout * 1000), () =>
      failWithTimeout('loading its code', initTimeout),
    );
  }

  async function invoke(payload: string): Promise<InvocationResult> {
    current = Promise.withResolvers();
    await waitUntilReady();
    if (!isAlive) return toFailure('Runtime.ExitError', 'the instance ended while loading');

    const timeoutMs = scaleTimeLimit(timeout * 1000);
    const request: InvocationRequest = { requestId: randomUUID(), payload, timeoutMs };
    thread.postMessage(request);
    await waitWithTimeout(current.promise, timeoutMs, () =>
      failWithTimeout('an invocation', timeout),
    );
    return current.promise;
  }

  return {
    isAlive: () => isAlive,
    invoke,
    end: () => end(toFailure('Runtime.ExitError', 'the instance was ended')),
  };
}
