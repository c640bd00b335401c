// Sends requests from a process of its own, so that the measured process only serves them. Reports
// when all have a response.
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
    outgoing.on('error', reject).end(body ?? undefined);
  });
}

/** The requests of all loads so far, so that a load continues with the next of its requests. */
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
    for (let number = 0; sent < end; number += 1) {
      const next = requests[sent++ % requests.length];
      // A request that is late counts from its time, or slow responses would hide each other.
      const plannedAt = started + (number + caller / callers) * intervalMs;
      const sentAt = intervalMs > 0 ? plannedAt : performance.now();
      if (sentAt > performance.now()) await setTimeout(sentAt - performance.now());
      if (next && !(await sendOne(next))) errors += 1;
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => sendInTurn(caller)));
  // Until the next load, a server may close connections that are not used.
  agent.destroy();
  return { elapsed: performance.now() - started, durations, errors };
}

process.on('message', async (load: Load) => {
  process.send?.(await sendAll(load));
});
