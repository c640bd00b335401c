// Sends requests from a process of its own, so that the measured process only serves them. Reports
// the times after the last response.
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Load, LoadReply, LoadRequest } from './load.ts';

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

async function sendAll({
  requests,
  count,
  callers = 8,
  intervalMs = 0,
}: Load): Promise<LoadReply> {
  const durations: number[] = [];
  let errors = 0;
  const started = performance.now();
  const end = sent + count;
  const sendInTurn = async (caller: number) => {
    for (let turn = 0; sent < end; turn += 1) {
      const loadRequest = requests[sent++ % requests.length];
      // The callers start at evenly spaced moments. A late request counts from its planned time:
      // otherwise a slow response would hide the delay of the requests after it.
      const plannedAt = started + (turn + caller / callers) * intervalMs;
      const sentAt = intervalMs > 0 ? plannedAt : performance.now();
      if (sentAt > performance.now()) await setTimeout(sentAt - performance.now());
      if (loadRequest && !(await sendOne(loadRequest))) errors += 1;
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => sendInTurn(caller)));
  // The server may close idle connections before the next load, which must not reuse them.
  agent.destroy();
  return { elapsed: performance.now() - started, durations, errors };
}

process.on('message', async (load: Load) => {
  process.send?.(await sendAll(load));
});
