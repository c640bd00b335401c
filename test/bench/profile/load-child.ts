// Sends requests to the local runner from a process of its own, so that the profile of the runner
// has only the runner. Reports when all have a response.
import { Agent, request } from 'node:http';

/** A request of the load. */
export interface LoadRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** The message that starts a load. The requests are sent in turn. */
export interface Load {
  requests: readonly LoadRequest[];
  count: number;
}

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

let sent = 0;

async function sendAll({ requests, count }: Load): Promise<void> {
  const end = sent + count;
  const sendInTurn = async () => {
    while (sent < end) {
      const next = requests[sent++ % requests.length];
      if (next) await sendOne(next);
    }
  };
  await Promise.all(Array.from({ length: callers }, sendInTurn));
}

process.on('message', async (load: Load) => {
  await sendAll(load);
  process.send?.('sent');
});
