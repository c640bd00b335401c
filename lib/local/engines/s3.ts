import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../host/clock.ts';
import { compileCache } from '../host/compile-cache.ts';
import type { Engine } from './engine.ts';

/** The data with which the S3 thread starts. It sends its port as soon as it listens. */
export interface S3Data {
  directory: string;
  buckets: string[];
  clockState: SharedArrayBuffer;
}

/** A thread, and the reason once it ends unexpectedly. */
interface S3Thread {
  worker: Worker;
  crashed: Promise<string>;
  end(): Promise<void>;
}

function startThread(workerData: S3Data): S3Thread {
  const worker = new Worker(new URL('./s3-worker.ts', import.meta.url), {
    name: 'S3',
    env: { ...compileCache },
    workerData,
  });
  const crash = Promise.withResolvers<string>();
  let isEnding = false;

  worker.on('error', (error: Error) => crash.resolve(error.message));
  worker.on('exit', () => {
    if (!isEnding) crash.resolve('its thread ended');
  });

  return {
    worker,
    crashed: crash.promise,
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}

/** Waits for the port of the thread. Throws if the thread ends first. */
async function waitForPort({ worker, crashed }: S3Thread): Promise<number> {
  const failed = crashed.then((reason) => {
    throw new Error(`S3 does not start: ${reason}.`);
  });
  const [port]: number[] = await Promise.race([once(worker, 'message'), failed]);
  return port ?? 0;
}

/** Returns the folder of the data, a temporary one without a directory. */
async function prepareData(directory: string | undefined): Promise<string> {
  if (directory !== undefined) return join(directory, 's3');
  return mkdtemp(join(tmpdir(), 's3-'));
}

/**
 * Starts an S3 server with these buckets. Without a directory its data is temporary.
 * It runs in a thread that follows the service's clock, because S3 rejects old signatures.
 */
export async function startS3(
  directory: string | undefined,
  buckets: string[],
  clock: Clock,
): Promise<Engine> {
  const isTemporary = directory === undefined;
  const data = await prepareData(directory);
  const thread = startThread({ directory: data, buckets, clockState: clock.state });
  const port = await waitForPort(thread);

  return {
    name: 'S3',
    endpoint: `http://127.0.0.1:${port}`,
    crashed: thread.crashed,
    end: async () => {
      await thread.end();
      if (isTemporary) await rm(data, { recursive: true, force: true });
    },
  };
}
