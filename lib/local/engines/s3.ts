import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../host/clock.ts';
import { compileCache } from '../host/compile-cache.ts';
import type { Engine } from './engine.ts';

/** What the thread of the S3 server is given. It says its port when it listens. */
export interface S3Data {
  directory: string;
  buckets: string[];
  clockState: SharedArrayBuffer;
}

/**
 * Starts an S3 server with these buckets, with its data in `directory`, or in a temporary one that goes away with it.
 * It runs in a thread, so that its clock can follow the service's: it refuses signatures that are 15 minutes off.
 */
export async function startS3(
  directory: string | undefined,
  buckets: string[],
  clock: Clock,
): Promise<Engine> {
  const data =
    directory === undefined ? await mkdtemp(join(tmpdir(), 's3-')) : join(directory, 's3');
  const workerData: S3Data = { directory: data, buckets, clockState: clock.state };
  const worker = new Worker(new URL('./s3-worker.ts', import.meta.url), {
    name: 'S3',
    env: { ...compileCache },
    workerData,
  });
  const died = Promise.withResolvers<string>();
  let isAsked = false;
  worker.on('error', (error: Error) => died.resolve(error.message));
  worker.on('exit', () => isAsked || died.resolve('its thread ended'));
  const [port] = await Promise.race([once(worker, 'message'), died.promise.then(failToStart)]);
  return {
    name: 'S3',
    endpoint: `http://127.0.0.1:${port}`,
    exited: died.promise,
    end: async () => {
      isAsked = true;
      await worker.terminate();
      if (directory === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

function failToStart(reason: string): never {
  throw new Error(`S3 does not start: ${reason}.`);
}
