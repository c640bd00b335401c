// The least that a server with a function of this service in threads needs: node:http, a message to
// a thread with the function, and one back.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readBytes } from '#lib/local/http/message.ts';
import { servePeer } from './serve-peer.ts';

/** Starts a thread that runs one invocation at a time. Takes and returns JSON. */
function startThread(bundle: string): (event: string) => Promise<string> {
  // As much memory for young objects as in the runner.
  const resourceLimits = { maxYoungGenerationSizeMb: 6 };
  const options = { workerData: bundle, stdout: true, resourceLimits };
  const thread = new Worker(new URL(import.meta.url), options);
  let last: Promise<unknown> = Promise.resolve();
  return (event) => {
    const invocation = last.then(async () => {
      thread.postMessage(event);
      const [result] = await once(thread, 'message');
      return result;
    });
    last = invocation;
    return invocation;
  };
}

async function serve(bundle = '', eventText = '{}'): Promise<void> {
  const event: APIGatewayProxyEvent = JSON.parse(eventText);
  const count = Math.max(2, availableParallelism());
  const threads = Array.from({ length: count }, () => startThread(bundle));
  let requests = 0;
  await servePeer({
    createListener: () => async (request, response) => {
      const body = String(await readBytes(request)) || null;
      const invoke = threads[requests++ % threads.length];
      const text = await invoke?.(JSON.stringify({ ...event, body }));
      const result: APIGatewayProxyResult = JSON.parse(text ?? '{}');
      response.writeHead(result.statusCode, { 'Content-Type': 'application/json' });
      response.end(result.body);
    },
  });
}

function runInvocations(bundle: string): void {
  const { handler } = createRequire(import.meta.url)(bundle);
  // The log is not sent.
  process.stdout.write = () => true;
  const context = { getRemainingTimeInMillis: () => 10_000 };
  parentPort?.on('message', async (event: string) =>
    parentPort?.postMessage(JSON.stringify(await handler(JSON.parse(event), context))),
  );
}

if (isMainThread) await serve(...process.argv.slice(2));
else runInvocations(workerData);
