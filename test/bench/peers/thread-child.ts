// The least that a server with its functions in threads needs: node:http, and a message to a thread
// and back.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { servePeer } from './serve-peer.ts';

/** Starts a thread that returns each message. The result sends one and waits for its return. */
function startEcho(): (message: string) => Promise<string> {
  const thread = new Worker(new URL(import.meta.url));
  return async (message) => {
    thread.postMessage(message);
    const [echoed] = await once(thread, 'message');
    return echoed;
  };
}

async function serve(): Promise<void> {
  const echo = startEcho();
  let last: Promise<unknown> = Promise.resolve();
  /** The event and the result of a function have about a kilobyte each. */
  const message = 'x'.repeat(1000);

  await servePeer({
    createListener: () => async (request, response) => {
      request.resume();
      // A thread runs one invocation at a time.
      const invocation = last.then(() => echo(message));
      last = invocation;
      const body = await invocation;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(body);
    },
  });
}

if (isMainThread) await serve();
else parentPort?.on('message', (message: string) => parentPort?.postMessage(message));
