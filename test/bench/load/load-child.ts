// Sends requests from a process of its own, so that the measured process only serves them. Reports
// when all have a response.
import { Agent, request } from 'node:http';
import type { Load, LoadReply, LoadRequest } from './load.ts';

const callers = 8;
const agent = new Agent({ keepAlive: true, maxSockets: callers });

function sendOne({ url, method, headers, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode < 400) response.on('end', resolve);
      else reject(new Error(`The response to ${method} ${url} is ${statusCode}.`));
      response.resume();
    });
    outgoing.on('error', reject).end(body ?? undefined);
  });
}

/** The requests of all loads so far, so that a load continues with the next of its requests. */
let sent = 0;

async function sendAll({ requests, count }: Load): Promise<LoadReply> {
  const durations: number[] = [];
  const started = performance.now();
  const end = sent + count;
  const sendInTurn = async () => {
    while (sent < end) {
      const next = requests[sent++ % requests.length];
      const sentAt = performance.now();
      if (next) await sendOne(next);
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, sendInTurn));
  // Until the next load, a server may close connections that are not used.
  agent.destroy();
  return { elapsed: performance.now() - started, durations };
}

process.on('message', async (load: Load) => {
  process.send?.(await sendAll(load));
});
