import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compiledFolder, functionWorkerBundle } from '../../paths.ts';
import { findSourceMap } from '../../stack-trace/source-map.ts';
import { awsRegion, localCredentials } from '../host/aws-account.ts';
import type { Clock } from '../host/clock.ts';
import { waitWithTimeout } from '../host/timers.ts';
import type { LambdaFunction } from '../template/resources.ts';
import { isInspected, resumeThreads, trackThread } from './debugging.ts';
import {
  type FunctionData,
  type InstanceData,
  type InstanceMessage,
  type InvocationRequest,
  type InvocationResult,
  toFunctionData,
} from './invocation.ts';

/**
 * Seconds that loading the code may take: more than the 10 of Lambda, because a thread of a busy
 * machine loads slowly. Only code that never ends takes longer.
 */
const initTimeout = 60;

/** Seconds that take the place of every time limit while a debugger may pause the code. */
const debuggingTimeout = 3600;

/** A worker thread. It runs one invocation at a time. */
export interface Instance {
  /** False once the thread has ended or is ending. */
  isAlive(): boolean;
  /**
   * Runs one invocation of a function with its variables and the memory of the thread. A timeout or
   * a crash ends the instance and is returned as a failed result.
   */
  invoke(definition: LambdaFunction, payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

export interface InstanceDeps {
  clock: Clock;
  log: (line: string) => void;
  /** Maximum memory of a thread for young objects in MB. */
  youngMemory?: number;
}

/**
 * Builds the environment of a function: the variables that Lambda sets, and the function's own.
 * HOME is the code's folder, because the SDK must not read the developer's ~/.aws.
 */
function buildLambdaEnvironment({
  name,
  code,
  handler,
  memory,
  environment,
}: LambdaFunction): Record<string, string> {
  return {
    ...localCredentials,
    AWS_DEFAULT_REGION: awsRegion,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: awsRegion,
    HOME: code,
    LAMBDA_TASK_ROOT: code,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: handler,
    ...environment,
  };
}

/**
 * The default of V8 is 48 MB. With 24 MB, a request takes 0.15 ms less CPU time than with 6 MB, but
 * with 200 connections, the service takes 970 MB instead of 830 MB.
 */
const defaultYoungMemory = 6;

/** Returns what a thread needs to know of a function, for a debugger its source map, too. */
function toThreadData(definition: LambdaFunction): FunctionData {
  const data = toFunctionData(definition);
  if (!isInspected()) return data;
  return { ...data, sourceMap: findSourceMap(join(definition.code, 'index.js')) };
}

/** Returns what a thread needs that has run another function. */
const buildChange = (definition: LambdaFunction) => ({
  definition: toThreadData(definition),
  environment: buildLambdaEnvironment(definition),
});

/** Starts a thread with the memory limit and only the environment variables of a function. */
function startThread(
  definition: LambdaFunction,
  { clock, youngMemory = defaultYoungMemory }: InstanceDeps,
): Worker {
  const { name, memory } = definition;
  const workerData: InstanceData = {
    compiledFolder,
    firstFunction: toThreadData(definition),
    clockState: clock.state,
  };

  return new Worker(functionWorkerBundle, {
    name,
    env: buildLambdaEnvironment(definition),
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: memory,
      maxYoungGenerationSizeMb: youngMemory,
    },
    // The thread sends its lines as messages. Piping its streams would only add listeners.
    stdout: true,
    stderr: true,
  });
}

/** Starts an instance with the variables and the memory of a function, which it loads. */
export function startInstance(
  firstFunction: LambdaFunction,
  deps: InstanceDeps,
): Instance {
  /** The function that runs, or ran last. */
  let current = firstFunction;
  let invocation = Promise.withResolvers<InvocationResult>();
  let isAlive = true;
  let isReady = false;
  /** Resolves when the code is loaded, or if the instance ends first. */
  const ready = Promise.withResolvers<void>();
  const { log } = deps;
  const thread = startThread(firstFunction, deps);
  trackThread(thread);

  /** Ends the thread. The current invocation fails. */
  async function end(errorType: string, errorMessage: string): Promise<void> {
    isAlive = false;
    ready.resolve();
    invocation.resolve({ ok: false, errorType, errorMessage });
    const { threadId } = thread;
    const terminated = thread.terminate();
    resumeThreads((id) => id === threadId);
    await terminated;
  }

  /** Logs a failure and ends the instance. Does nothing if the instance has ended. */
  function fail(reason: string, errorType: string, errorMessage: string): void {
    if (!isAlive) return;
    log(`${current.name} ${reason}`);
    void end(errorType, errorMessage);
  }

  function failWithTimeout(step: string, seconds: number): void {
    fail(
      `timed out: ${step} took longer than ${seconds} seconds.`,
      'Sandbox.Timedout',
      `Task timed out after ${seconds.toFixed(2)} seconds`,
    );
  }

  function receive(message: InstanceMessage): void {
    if (message.kind === 'ready') {
      isReady = true;
      ready.resolve();
    } else if (message.kind === 'line') {
      log(message.line);
    } else {
      const { result, stack } = message;
      if (!result.ok) log(`${current.name} failed: ${stack ?? result.errorMessage}`);
      invocation.resolve(result);
    }
  }

  thread.on('message', receive);
  thread.on('error', ({ message, stack }: Error) =>
    fail(`crashed: ${stack ?? message}`, 'Runtime.Unknown', message),
  );
  thread.on('exit', (code) =>
    fail(`exited with code ${code}.`, 'Runtime.ExitError', `exit code ${code}`),
  );

  async function invoke(
    definition: LambdaFunction,
    payload: string,
  ): Promise<InvocationResult> {
    const isOther = definition !== current;
    current = definition;
    invocation = Promise.withResolvers();
    const { promise } = invocation;
    if (!isReady) {
      const limit = isInspected() ? debuggingTimeout : initTimeout;
      await waitWithTimeout(ready.promise, limit * 1000, () =>
        failWithTimeout('loading its code', limit),
      );
    }
    if (!isAlive) {
      const errorMessage = 'the instance ended while loading';
      return { ok: false, errorType: 'Runtime.ExitError', errorMessage };
    }

    const timeout = isInspected() ? debuggingTimeout : definition.timeout;
    const timeoutMs = timeout * 1000;
    const request: InvocationRequest = {
      requestId: randomUUID(),
      payload,
      timeoutMs,
      change: isOther ? buildChange(definition) : undefined,
    };
    thread.postMessage(request);
    return waitWithTimeout(promise, timeoutMs, () =>
      failWithTimeout('an invocation', timeout),
    );
  }

  return {
    isAlive: () => isAlive,
    invoke,
    end: () => end('Runtime.ExitError', 'the instance was ended'),
  };
}
