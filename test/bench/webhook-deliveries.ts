import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { porridge } from '#kit/diary.ts';
import { getIdentityHeaders, issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { send } from '#kit/send.ts';
import { addWebhook, measureEvent } from '#kit/webhooks.ts';
import { formatRecords } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { median, percentile } from './statistics.ts';

const receivers = 100;
const eventsPerSecond = 50;
/** This load lasts 20 times as long as others: a minute instead of three seconds. */
const durationFactor = 20;
/** The time for the last events to arrive, in ms. */
const settleMs = 15_000;

/** When each entry was sent to the service, and when its event arrived, in ms. */
interface Times {
  sent: Map<string, number>;
  arrived: Map<string, number>;
}

/** Starts the receivers: the path is the number of one, and the last one never answers. */
async function startReceivers({ arrived }: Times) {
  let hanging = 0;
  const { url, close } = await startLoopbackServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    if (request.url === `/${receivers}`) {
      hanging += 1;
      return;
    }
    const { id } = body.data.resource;
    if (!arrived.has(id)) arrived.set(id, performance.now());
    response.writeHead(204).end();
  });
  return {
    toUrl: (index: number) => `${url}/${index}`,
    countHanging: () => hanging,
    close,
  };
}

/** Creates an application with a webhook, and a user who has granted it access. */
async function addReceiver(url: string): Promise<string> {
  const client = await newClient({ own: true });
  await addWebhook(client.client_id, { url, types: ['diary_entry.*'] });
  return issueUserToken(await newUser(), client);
}

/**
 * Creates entries at a fixed rate, each of the next user, and waits until their events are there.
 */
async function createEntries(
  { urls, seconds }: Bench,
  tokens: readonly string[],
  { sent }: Times,
): Promise<{ perSecond: number; refused: number; waiting: number }> {
  const count = seconds * durationFactor * eventsPerSecond;
  const ofHanging = new Set<string>();
  let refused = 0;
  const started = performance.now();
  const requests = Array.from({ length: count }, async (_, index) => {
    await setTimeout((index / eventsPerSecond) * 1000);
    const user = index % tokens.length;
    const token = tokens[user];
    const sentAt = performance.now();
    const { body } = await send<{ items?: { id: string }[] }>(urls, 'POST', '/v2/diary', {
      host: 'diary',
      token,
      headers: getIdentityHeaders(token),
      json: { items: [porridge] },
    });
    const [entry] = body.items ?? [];
    if (!entry) refused += 1;
    else if (user === receivers) ofHanging.add(entry.id);
    else sent.set(entry.id, sentAt);
  });
  await Promise.all(requests);
  const elapsed = (performance.now() - started) / 1000;
  await setTimeout(settleMs);
  return { perSecond: count / elapsed, refused, waiting: ofHanging.size };
}

/** Counts what the delivery of one event to one webhook takes in a warm function. */
async function measureStoreCalls() {
  const { store_calls, read_units, write_units } = await measureEvent();
  const price = (read_units * 0.125 + write_units * 0.625).toFixed(2);
  return { store_calls, read_units, write_units, price };
}

const columns = {
  events: 'events',
  perSecond: 'events a second',
  median: 'median ms',
  p95: '95 % below',
  slowest: 'slowest',
  missing: 'missing',
  refused: 'entries refused',
  hanging: 'requests to the one that hangs',
  waiting: 'events that wait for it',
};

const costColumns = {
  store_calls: 'store calls',
  read_units: 'read units',
  write_units: 'write units',
  price: 'dollars for a million',
};

const explanation = `${receivers} receivers that answer at once, and one that never does, each with one user. Every user in turn
creates an entry, ${eventsPerSecond} a second in all. The time is that from the request that creates the entry to the
request that its receiver gets: the table's stream, the log, the queue and the delivery are between
them. Service, table, receivers and requests share the cores of one machine.

An event for one webhook takes in a warm function, beside the write of the log:`;

/** Measures how long events take to receivers, beside one that hangs. */
export const webhookDeliveries: Section = async (bench) => {
  const times: Times = { sent: new Map(), arrived: new Map() };
  const started = await startReceivers(times);
  try {
    const indexes = Array.from({ length: receivers + 1 }, (_, index) => index);
    const urls = indexes.map(started.toUrl);
    const tokens = await Array.fromAsync(urls, addReceiver);
    const created = await createEntries(bench, tokens, times);
    const entries = [...times.sent];
    const durations = entries.flatMap(([id, sentAt]) => {
      const arrivedAt = times.arrived.get(id);
      return arrivedAt === undefined ? [] : [arrivedAt - sentAt];
    });
    const figures = {
      ...created,
      events: entries.length,
      median: median(durations),
      p95: percentile(durations, 0.95),
      slowest: Math.max(...durations),
      missing: entries.length - durations.length,
      hanging: started.countHanging(),
    };
    const table = formatRecords(columns, [figures]);
    const cost = formatRecords(costColumns, [await measureStoreCalls()]);
    return `${table}\n\n${explanation}\n\n${cost}`;
  } finally {
    await started.close();
  }
};
