import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { compileCache } from '../compile-cache.ts';
import type { FunctionDefinition } from '../template/functions.ts';
import { lambdaEnvironment } from './environment.ts';
import type { InstanceData, InstanceMessage, InvocationOutcome, InvocationRequest } from './invocation.ts';

/** Seconds that Lambda gives a function to load its code. */
const initTimeout = 10;

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

/** A thread whose memory limit is the function's, and whose environment is the function's and no other. */
function spawnWorker(definition: FunctionDefinition, clock: Clock): Worker {
  const { name, arn, code, handler, memory } = definition;
  const workerData: InstanceData = {
    code,
    handler,
    functionName: name,
    functionArn: arn,
    memory,
    clockOffset: clock.offset,
  };
  return new Worker(new URL('./worker.ts', import.meta.url), {
    name,
    env: { ...lambdaEnvironment(definition), ...compileCache },
    workerData,
    // Node calls the loader experimental that a bundle's dynamic imports go through; nobody has to hear that each time.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // Unread: the thread sends its lines as messages, and piping every thread here would only gather listeners.
    stdout: true,
    stderr: true,
  });
}

/** Waits for `work`, and calls `onLate` if it takes longer than it may. */
async function within(millis: number, work: Promise<unknown>, onLate: () => void): Promise<void> {
  const timer = setTimeout(onLate, millis);
  await work;
  clearTimeout(timer);
}

/** Starts an instance of a function. */
export function startInstance(
  definition: FunctionDefinition,
  { clock, log }: InstanceSurroundings,
): Instance {
  const { name, timeout } = definition;
  const worker = spawnWorker(definition, clock);
  const ready = Promise.withResolvers<void>();
  let current = Promise.withResolvers<InvocationOutcome>();
  let isAlive = true;

  function die(notice: string, outcome: InvocationOutcome): void {
    if (!isAlive) return;
    isAlive = false;
    log(`${name} ${notice}`);
    ready.resolve();
    current.resolve(outcome);
    void worker.terminate();
  }

  worker.on('message', (message: InstanceMessage) => {
    if (message.kind === 'ready') return ready.resolve();
    if (message.kind === 'line') return log(message.line);
    if (!message.outcome.ok) log(`${name} failed: ${message.stack ?? message.outcome.errorMessage}`);
    current.resolve(message.outcome);
  });
  worker.on('error', (error: Error) =>
    die(`crashed: ${error.stack ?? error.message}`, failure('Runtime.Unknown', error.message)),
  );
  worker.on('exit', (exitCode) =>
    die(`ended with exit code ${exitCode}.`, failure('Runtime.ExitError', `exit code ${exitCode}`)),
  );
  const dieLate = (step: string, seconds: number) => () =>
    die(
      `timed out: ${step} took longer than ${seconds} seconds.`,
      failure('Sandbox.Timedout', `Task timed out after ${seconds.toFixed(2)} seconds`),
    );

  async function invoke(payload: string): Promise<InvocationOutcome> {
    current = Promise.withResolvers();
    await within(initTimeout * 1000, ready.promise, dieLate('loading its code', initTimeout));
    if (!isAlive) return failure('Runtime.ExitError', 'the instance ended while it was loading');
    const request: InvocationRequest = { requestId: randomUUID(), payload, timeoutInMillis: timeout * 1000 };
    worker.postMessage(request);
    await within(request.timeoutInMillis, current.promise, dieLate('an invocation', timeout));
    return current.promise;
  }

  async function end(): Promise<void> {
    isAlive = false;
    ready.resolve();
    current.resolve(failure('Runtime.ExitError', 'the instance was ended'));
    await worker.terminate();
  }

  return { isAlive: () => isAlive, invoke, end };
}
