// Sends requests from a process of its own, so that the measured process only serves them. Reports
// the times after the last response.
import { Agent, request } from 'node:http';
import type { Load, LoadRequest, LoadResponse } from './load.ts';

/** The number of requests at a time. */
const callers = 8;
const agent = new Agent({ keepAlive: true });

/** Sends a request. Returns whether the response is no error. */
function sendOne({ url, method, headers, body }: LoadRequest): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      const { statusCode = 0 } = response;
      response.on('end', () => resolve(statusCode < 400));
      response.resume();
    });
    outgoing.on('error', reject).end(body);
  });
}

/**
 * The number of requests since the start. A load goes on here in its list of requests, so that not
 * every load begins with the same requests.
 */
let sent = 0;

async function sendAll({ requests, count }: Load): Promise<LoadResponse> {
  const durations: number[] = [];
  let errors = 0;
  const started = performance.now();
  const end = sent + count;
  const sendInTurn = async () => {
    while (sent < end) {
      const loadRequest = requests[sent++ % requests.length];
      const sentAt = performance.now();
      if (loadRequest && !(await sendOne(loadRequest))) errors += 1;
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, sendInTurn));
  // The server may close idle connections before the next load, which must not reuse them.
  agent.destroy();
  return { elapsed: performance.now() - started, durations, errors };
}

process.on('message', async (load: Load) => {
  process.send?.(await sendAll(load));
});
