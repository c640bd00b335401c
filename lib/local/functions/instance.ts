import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { limits } from '../gateway/limits.ts';
import type { FunctionDefinition } from '../template/functions.ts';
import { lambdaEnvironment } from './environment.ts';
import type { InstanceData, InstanceMessage, InvocationOutcome, InvocationRequest } from './invocation.ts';

/** Lambda's limit for loading a function's code. */
const initTimeoutInMillis = 10_000;

/** One worker thread that runs a function, one invocation at a time. */
export interface Instance {
  /** False once the thread has ended or was told to. */
  isAlive(): boolean;
  /** Runs one invocation; a timeout or a crash ends the instance and is the outcome. */
  invoke(payload: string): Promise<InvocationOutcome>;
  end(): Promise<void>;
}

/** What instances need from the runner. */
export interface InstanceSurroundings {
  clock: Clock;
  log: (line: string) => void;
}

const failure = (errorType: string, errorMessage: string): InvocationOutcome => ({
  ok: false,
  errorType,
  errorMessage,
});

/** Starts a thread for a function; its memory limit is the function's, its environment the function's and no other. */
export function startInstance(
  definition: FunctionDefinition,
  { clock, log }: InstanceSurroundings,
): Instance {
  const { name, arn, code, handler, memory, timeout } = definition;
  const workerData: InstanceData = {
    code,
    handler,
    functionName: name,
    functionArn: arn,
    memory,
    maxPayload: limits.lambdaPayload,
    clockOffset: clock.offset,
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name,
    env: lambdaEnvironment(definition),
    workerData,
    // Node calls the loader experimental that a bundle's dynamic imports go through; nobody has to hear that each time.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const ready = Promise.withResolvers<void>();
  let settle: ((outcome: InvocationOutcome) => void) | undefined;
  let isAlive = true;

  function die(outcome: InvocationOutcome): void {
    isAlive = false;
    ready.resolve();
    settle?.(outcome);
    void worker.terminate();
  }

  worker.on('message', (message: InstanceMessage) => {
    if (message.kind === 'ready') return ready.resolve();
    if (message.kind === 'line') return log(message.line);
    if (!message.outcome.ok) log(`${name} failed: ${message.stack ?? message.outcome.errorMessage}`);
    settle?.(message.outcome);
  });
  worker.on('error', (error: Error) => {
    log(`${name} crashed: ${error.stack ?? error.message}`);
    die(failure('Runtime.Unknown', error.message));
  });
  worker.on('exit', (exitCode) => {
    if (isAlive) log(`${name} ended with exit code ${exitCode}.`);
    die(failure('Runtime.ExitError', `RequestId ended with exit code ${exitCode}`));
  });

  /** Ends the instance unless `work` is done in time. */
  async function within(work: Promise<unknown>, millis: number, step: string): Promise<void> {
    const timer = setTimeout(() => {
      log(`${name} timed out: ${step} took longer than ${millis / 1000} seconds.`);
      die(failure('Sandbox.Timedout', `Task timed out after ${(millis / 1000).toFixed(2)} seconds`));
    }, millis);
    await work;
    clearTimeout(timer);
  }

  async function invoke(payload: string): Promise<InvocationOutcome> {
    const outcome = new Promise<InvocationOutcome>((resolve) => {
      settle = resolve;
    });
    await within(ready.promise, initTimeoutInMillis, 'loading its code');
    const request: InvocationRequest = { requestId: randomUUID(), payload, timeoutInMillis: timeout * 1000 };
    if (isAlive) worker.postMessage(request);
    await within(outcome, request.timeoutInMillis, 'an invocation');
    return outcome;
  }

  return {
    isAlive: () => isAlive,
    invoke,
    end: async () => {
      isAlive = false;
      await worker.terminate();
    },
  };
}
