import { randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { waitWithTimeout } from '../host/timers.ts';
import type { LambdaFunction } from '../template/functions.ts';
import type { InvocationRequest, InvocationResult } from './invocation.ts';
import {
  listenToThread,
  startThread,
  type ThreadDeps,
  toFunctionData,
} from './thread.ts';

/**
 * Seconds that loading the code may take: more than the 10 of Lambda, because a thread of a busy
 * machine loads slowly. Only code that never ends takes longer.
 */
const initTimeout = 60;

/** A worker thread. It runs one invocation at a time. */
export interface Instance {
  /** False once the thread has ended or is ending. */
  isAlive(): boolean;
  /**
   * Runs one invocation of a function with the variables and the memory of the thread. A timeout or
   * a crash ends the instance and is returned as a failed result.
   */
  invoke(definition: LambdaFunction, payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

/** What instances need from the runner. */
export interface InstanceDeps extends ThreadDeps {
  log: (line: string) => void;
}

function toFailure(errorType: string, errorMessage: string): InvocationResult {
  return { ok: false, errorType, errorMessage };
}

/** The life of an instance: loading, one invocation after the other, and the end. */
interface Lifecycle {
  isAlive(): boolean;
  /** Whether the code is loaded. */
  isReady(): boolean;
  /** Resolves when the code is loaded, or if the instance ends first. */
  ready: Promise<void>;
  setReady(): void;
  /** Returns the promise of a new invocation, which `complete` or `end` resolves. */
  beginInvocation(): Promise<InvocationResult>;
  complete(result: InvocationResult): void;
  /** Ends the thread, and completes the current invocation. */
  end(result: InvocationResult): Promise<void>;
}

function createLifecycle(thread: Worker): Lifecycle {
  const ready = Promise.withResolvers<void>();
  let invocation = Promise.withResolvers<InvocationResult>();
  let isAlive = true;
  let isReady = false;

  return {
    isAlive: () => isAlive,
    isReady: () => isReady,
    ready: ready.promise,
    setReady: () => {
      isReady = true;
      ready.resolve();
    },
    beginInvocation: () => {
      invocation = Promise.withResolvers();
      return invocation.promise;
    },
    complete: (result) => invocation.resolve(result),
    end: async (result) => {
      isAlive = false;
      ready.resolve();
      invocation.resolve(result);
      await thread.terminate();
    },
  };
}

/** Logs a failure and ends the instance. Does nothing if the instance has ended. */
type Fail = (reason: string, errorType: string, errorMessage: string) => void;

function createFail(
  getName: () => string,
  lifecycle: Lifecycle,
  log: (line: string) => void,
): Fail {
  return (reason, errorType, errorMessage) => {
    if (!lifecycle.isAlive()) return;
    log(`${getName()} ${reason}`);
    void lifecycle.end(toFailure(errorType, errorMessage));
  };
}

function failWithTimeout(fail: Fail, step: string, seconds: number): void {
  fail(
    `timed out: ${step} took longer than ${seconds} seconds.`,
    'Sandbox.Timedout',
    `Task timed out after ${seconds.toFixed(2)} seconds`,
  );
}

/** Starts an instance with the variables and the memory of a function, which it loads. */
export function startInstance(
  firstFunction: LambdaFunction,
  { log, ...threadDeps }: InstanceDeps,
): Instance {
  /** The function that runs, or ran last. */
  let current = firstFunction;
  const thread = startThread(firstFunction, threadDeps);
  const lifecycle = createLifecycle(thread);
  const fail = createFail(() => current.name, lifecycle, log);

  listenToThread(thread, {
    onReady: lifecycle.setReady,
    onLine: log,
    onResult: (result, stack) => {
      if (!result.ok) log(`${current.name} failed: ${stack ?? result.errorMessage}`);
      lifecycle.complete(result);
    },
    onCrash: ({ message, stack }) =>
      fail(`crashed: ${stack ?? message}`, 'Runtime.Unknown', message),
    onExit: (code) =>
      fail(`exited with code ${code}.`, 'Runtime.ExitError', `exit code ${code}`),
  });

  const waitUntilReady = () =>
    waitWithTimeout(lifecycle.ready, initTimeout * 1000, () =>
      failWithTimeout(fail, 'loading its code', initTimeout),
    );

  async function invoke(
    definition: LambdaFunction,
    payload: string,
  ): Promise<InvocationResult> {
    current = definition;
    const result = lifecycle.beginInvocation();
    if (!lifecycle.isReady()) await waitUntilReady();
    if (!lifecycle.isAlive())
      return toFailure('Runtime.ExitError', 'the instance ended while loading');

    const { timeout } = definition;
    const timeoutMs = timeout * 1000;
    const request: InvocationRequest = {
      requestId: randomUUID(),
      payload,
      timeoutMs,
      definition: toFunctionData(definition),
    };
    thread.postMessage(request);
    return waitWithTimeout(result, timeoutMs, () =>
      failWithTimeout(fail, 'an invocation', timeout),
    );
  }

  return {
    isAlive: lifecycle.isAlive,
    invoke,
    end: () => lifecycle.end(toFailure('Runtime.ExitError', 'the instance was ended')),
  };
}
