import {
  type EventRow,
  findRow,
  listRowEvents,
} from '#functions/account/event/event.store.ts';
import { type SequencedEvent, seeEvent } from '#functions/account/event/event.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { log } from '#shared/runtime/log.ts';
import { type Key, requireOwner } from '#shared/table/keys.ts';
import {
  buildDelivery,
  type PendingDelivery,
  toDeliveryKey,
  type WebhookDelivery,
} from '../delivery.ts';
import { selectsType, type Webhook } from '../webhook.ts';
import { sendToWebhook } from './send-to-webhook.ts';
import { type SendDeps, settle } from './webhook-run.ts';

/** A row of a log, with its events unless the message is one of a release before. */
type SentRow = Key & { events?: EventRow['events'] | undefined };

/** Sends the events of a row of a log to the webhooks that may have them. */
export async function sendRow(deps: SendDeps, sent: SentRow): Promise<void> {
  const user_id = requireOwner(sent);
  const webhooks = await listWebhooks(deps, user_id);
  if (webhooks.length === 0) return;
  const events = await readEvents(deps, sent);
  const built = webhooks.map(async (webhook) => ({
    webhook,
    deliveries: await buildDeliveries(deps, webhook, user_id, events),
  }));
  const planned = await Promise.all(built);
  const keys = planned.flatMap(({ deliveries }) => deliveries.map(toDeliveryKey));
  if (keys.length === 0) return;

  const read = await deps.access.readWithRestriction<WebhookDelivery>(user_id, keys);
  // They are found in the log when the user lifts the restriction.
  if (read.isRestricted) return;
  const sends = planned.map(async ({ webhook, deliveries }) => {
    const existing = read.items.filter(({ webhook_id }) => webhook_id === webhook.id);
    const ids = new Set(existing.map(({ id }) => id));
    const fresh = deliveries.filter(({ id }) => !ids.has(id));
    // A worker that has stored them may have been interrupted before anybody was to look again.
    const isLeft = existing.some(({ state }) => state === 'pending');
    if (isLeft || fresh.length > 0) await sendToWebhook(deps, webhook, fresh, isLeft);
  });
  await settle(sends);
  logDelay(events, deps.getNow());
}

async function readEvents(
  { table }: SendDeps,
  { pk, sk, events }: SentRow,
): Promise<SequencedEvent[]> {
  const row = events ? { sk, events } : await findRow(table, { pk, sk });
  return row ? listRowEvents(row) : [];
}

/** Logs the age of the oldest of the events that were sent. */
function logDelay(events: readonly SequencedEvent[], now: Date): void {
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const delay_s = Math.round((now.getTime() - Math.min(...times)) / 1000);
  log({ level: 'info', event: 'events_sent', count: events.length, delay_s });
}

/** Lists the webhooks of the applications that have access to the data of a user. */
export async function listWebhooks(
  { access }: SendDeps,
  user_id: string,
): Promise<Webhook[]> {
  const grants = await access.listGrants(user_id);
  const clientIds = new Set(grants.map(({ client_id }) => client_id));
  const lists = [...clientIds].map(async (client_id) => {
    const webhooks = await access.listWebhooks(client_id);
    const enabled = webhooks.filter(({ state }) => state !== 'disabled');
    if (enabled.length === 0) return [];
    return isEnabled(await access.findClient(client_id)) ? enabled : [];
  });
  return (await Promise.all(lists)).flat();
}

/** Returns the deliveries of those events that a webhook selects and its application may see. */
export async function buildDeliveries(
  { access, getNow }: SendDeps,
  webhook: Webhook,
  user_id: string,
  events: readonly SequencedEvent[],
): Promise<PendingDelivery[]> {
  const { id: webhook_id, client_id } = webhook;
  const viewer = await access.findViewer(user_id, client_id);
  if (!viewer) return [];
  return events.flatMap((event) => {
    const seen = seeEvent(event, viewer);
    if (!seen || !selectsType(webhook, seen.type)) return [];
    const { type, timestamp } = seen;
    const delivery = { webhook_id, client_id, user_id, type, timestamp, event };
    return buildDelivery(delivery, getNow());
  });
}
