import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { verifyWebhook } from '#client/exports.ts';
import { arrangeWebhook, respond } from '#kit/webhooks.ts';
import { SentEvent } from '../sent-bodies.ts';

let output: MockInstance<typeof process.stdout.write>;
beforeEach(() => {
  output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
// A clock that stayed where a test has put it would be that of later tests, too.
afterEach(() => void vi.useRealTimers());

/** Lists the log lines of an event. */
function listLines(event: string): unknown[] {
  const lines = output.mock.calls.map(([line]) => JSON.parse(String(line)));
  return lines.filter((line) => line.event === event);
}

/** Arranges a webhook whose clock is that of the libraries. */
async function arrangeNow() {
  const arranged = await arrangeWebhook();
  arranged.clock.now = new Date();
  return arranged;
}

it('every delivery is signed and has the documented body, also after a failure', async () => {
  const { happen, receiver, received, webhook, runNextTimer, clock } = await arrangeNow();
  receiver.respond = () => respond(500);
  await happen(2);
  receiver.respond = () => respond(204);
  vi.useFakeTimers({ now: clock.now.getTime() + 10_000, toFake: ['Date'] });
  await runNextTimer();
  expect(received).toHaveLength(4);
  const { plainSecret } = webhook;
  for (const { headers, body, event } of received) {
    expect(SentEvent.parse(event)).toEqual(event);
    expect(new Webhook(plainSecret).verify(body, headers)).toEqual(event);
    expect(await verifyWebhook(headers, body, plainSecret)).toEqual(event);
  }
});

it('each try has a log line without the person, and so has the delay of a row', async () => {
  const { happen, receiver, webhook, client } = await arrangeNow();
  receiver.respond = () => respond(500);
  await happen(1, { timestamp: new Date(Date.now() - 60_000).toISOString() });
  const { id: webhook_id } = webhook;
  expect(listLines('webhook_tried')).toMatchObject([
    {
      level: 'warn',
      client_id: client.client_id,
      webhook_id,
      code: 'status',
      status: 500,
    },
  ]);
  expect(listLines('events_sent')).toMatchObject([{ count: 1, delay_s: 60 }]);
});
