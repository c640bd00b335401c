import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import type { Clock } from '../host/clock.ts';
import { compileCache } from '../host/compile-cache.ts';
import type { FunctionDefinition } from '../template/functions.ts';
import { buildLambdaEnvironment } from './environment.ts';
import type {
  InstanceData,
  InstanceMessage,
  InvocationRequest,
  InvocationResult,
} from './invocation.ts';

/** Seconds that Lambda gives a function to load its code. */
const initTimeout = 10;

/** One worker thread that runs a function, one invocation at a time. */
export interface Instance {
  /** False once the thread has ended or was told to. */
  isAlive(): boolean;
  /** Runs one invocation; a timeout or a crash ends the instance and is the outcome. */
  invoke(payload: string): Promise<InvocationResult>;
  end(): Promise<void>;
}

/** What instances need from the runner. */
export interface InstanceDeps {
  clock: Clock;
  log: (line: string) => void;
}

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
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
    env: { ...buildLambdaEnvironment(definition), ...compileCache },
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

/** What becomes of a worker, each told when it happens. */
interface WorkerEvents {
  ready(): void;
  line(line: string): void;
  finished(outcome: InvocationResult, stack?: string): void;
  /** `notice` continues a sentence that begins with the function's name. */
  died(notice: string, outcome: InvocationResult): void;
}

function listenTo(worker: Worker, { ready, line, finished, died }: WorkerEvents): void {
  worker.on('message', (message: InstanceMessage) => {
    if (message.kind === 'ready') ready();
    else if (message.kind === 'line') line(message.line);
    else finished(message.outcome, message.stack);
  });
  worker.on('error', (error: Error) =>
    died(`crashed: ${error.stack ?? error.message}`, failure('Runtime.Unknown', error.message)),
  );
  worker.on('exit', (exitCode) =>
    died(
      `ended with exit code ${exitCode}.`,
      failure('Runtime.ExitError', `exit code ${exitCode}`),
    ),
  );
}

/** Starts an instance of a function. */
export function startInstance(
  definition: FunctionDefinition,
  { clock, log }: InstanceDeps,
): Instance {
  const { name, timeout } = definition;
  const worker = spawnWorker(definition, clock);
  const ready = Promise.withResolvers<void>();
  let current = Promise.withResolvers<InvocationResult>();
  let isAlive = true;

  function die(notice: string, outcome: InvocationResult): void {
    if (!isAlive) return;
    log(`${name} ${notice}`);
    void finish(outcome);
  }

  /** Ends the thread, and with it whatever waits for it. */
  async function finish(outcome: InvocationResult): Promise<void> {
    isAlive = false;
    ready.resolve();
    current.resolve(outcome);
    await worker.terminate();
  }

  listenTo(worker, {
    ready: () => ready.resolve(),
    line: log,
    finished: (outcome, stack) => {
      if (!outcome.ok) log(`${name} failed: ${stack ?? outcome.errorMessage}`);
      current.resolve(outcome);
    },
    died: die,
  });

  const dieLate = (step: string, seconds: number) => () =>
    die(
      `timed out: ${step} took longer than ${seconds} seconds.`,
      failure('Sandbox.Timedout', `Task timed out after ${seconds.toFixed(2)} seconds`),
    );

  async function invoke(payload: string): Promise<InvocationResult> {
    current = Promise.withResolvers();
    await within(
      scaleTimeLimit(initTimeout * 1000),
      ready.promise,
      dieLate('loading its code', initTimeout),
    );
    if (!isAlive) return failure('Runtime.ExitError', 'the instance ended while it was loading');
    const request: InvocationRequest = {
      requestId: randomUUID(),
      payload,
      timeoutInMillis: scaleTimeLimit(timeout * 1000),
    };
    worker.postMessage(request);
    await within(request.timeoutInMillis, current.promise, dieLate('an invocation', timeout));
    return current.promise;
  }

  return {
    isAlive: () => isAlive,
    invoke,
    end: () => finish(failure('Runtime.ExitError', 'the instance was ended')),
  };
}
