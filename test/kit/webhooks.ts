import { randomBytes } from 'node:crypto';
import { eventKeys } from '#functions/account/event/event.keys.ts';
import type { EventRow } from '#functions/account/event/event.store.ts';
import {
  createAccessReader,
  createClientCache,
} from '#functions/account/webhook/deliver/access.store.ts';
import { sendRow } from '#functions/account/webhook/deliver/fan-out.ts';
import { runJob } from '#functions/account/webhook/deliver/resend.ts';
import {
  type LeasedWebhook,
  parseDue,
} from '#functions/account/webhook/deliver/webhook-lease.store.ts';
import type { SendDeps } from '#functions/account/webhook/deliver/webhook-run.ts';
import type { WebhookJob } from '#functions/account/webhook/delivery.store.ts';
import {
  buildDelivery,
  recordTry,
  toDeliveryKey,
  toListedAttributes,
  type WebhookDelivery,
} from '#functions/account/webhook/delivery.ts';
import { create } from '#functions/account/webhook/registration.store.ts';
import { webhookKeys } from '#functions/account/webhook/webhook.keys.ts';
import { toWebhookContext, type Webhook } from '#functions/account/webhook/webhook.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import type {
  ReceiverOutcome,
  ReceiverRequest,
} from '#shared/outgoing/send-to-receiver.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';
import { addEvents } from './event-log.ts';
import { issueUserToken, newClient, newPerson, table } from './fixtures.ts';
import { putItems } from './put-items.ts';

/** A time that only the test changes. */
export interface TestClock {
  now: Date;
}

/** Returns a response of a receiver as the port to receivers does. */
export function respond(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): ReceiverOutcome {
  const response = { status, text: '', header: (name: string) => headers[name] };
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess) return { ok: true, value: response };
  return { ok: false, error: { kind: 'status', response } };
}

/** The deliveries that a receiver got, with their times. */
export interface Received extends ReceiverRequest {
  at: Date;
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Respond = (request: ReceiverRequest) => ReceiverOutcome | Promise<ReceiverOutcome>;

interface WebhookOptions {
  types?: readonly string[];
  scope?: string;
  registration?: Partial<Registration>;
}

/** Stores a webhook of an application. */
export async function addWebhook(
  client_id: string,
  members: Partial<Webhook> = {},
): Promise<Webhook & { plainSecret: string }> {
  const id = newId(new Date());
  const plainSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const context = toWebhookContext({ client_id, id });
  const webhook: Webhook = {
    id,
    client_id,
    url: `https://receiver.example/${id}`,
    types: ['*'],
    secret: await encryptEnvelope(plainSecret, context, openDataKeys()),
    state: 'active',
    created_datetime: new Date(0).toISOString(),
    failures: 0,
    wakes: 0,
    ...members,
  };
  if (!(await create(table(), webhook))) throw new Error('The webhook is not stored.');
  return { ...webhook, plainSecret };
}

/**
 * Creates an application with a webhook and a user who has granted it access. The clock, chance and
 * the responses of the receiver are the test's.
 */
export async function arrangeWebhook({
  types = ['*'],
  scope = fullScope,
  registration = { own: true },
}: WebhookOptions = {}) {
  const client = await newClient({ contact: 'developer@example.com', ...registration });
  const { client_id } = client;
  const person = await newPerson();
  await issueUserToken(person, client, scope);
  const webhook = await addWebhook(client_id, { types });
  const clock: TestClock = { now: new Date('2026-11-20T12:00:00.000Z') };
  const received: Received[] = [];
  const receiver: { respond: Respond } = { respond: () => respond(204) };

  const openDeps = (members: Partial<SendDeps> = {}): SendDeps => {
    const getNow = () => new Date(clock.now);
    const store = members.table ?? table();
    return {
      table: store,
      dataKeys: openDataKeys(),
      send: async (_, request) => {
        received.push({ ...request, at: clock.now, event: JSON.parse(request.body) });
        return receiver.respond(request);
      },
      access: createAccessReader(store, getNow),
      getNow,
      random: () => 0,
      hasTime: () => true,
      isPrompt: false,
      operatorEmail: undefined,
      ...members,
    };
  };

  const key = webhookKeys.webhook(client_id, webhook.id);
  const readWebhook = async () => {
    const item = await table().get<LeasedWebhook & Partial<MailAttributes>>(key);
    if (!item) throw new Error('The webhook is gone.');
    return item;
  };

  /** Lists the deliveries of the webhook in the order of the index. */
  const listDeliveries = async () => {
    const collection = webhookKeys.webhookDeliveries(webhook.id);
    const entries = await table().query<Key>({ collection });
    return getExisting<WebhookDelivery>(table(), entries);
  };

  /** Returns when the timer has the webhook, or undefined if it does not. */
  const readDueTime = async () => {
    const { collection_sk } = await readWebhook();
    return collection_sk === undefined ? undefined : new Date(parseDue(collection_sk).at);
  };

  const runDueJob = async (members: Partial<SendDeps>) => {
    const job = { client_id, webhook_id: webhook.id, is_due: true };
    await runJob(openDeps(members), job);
    return true;
  };

  /** Runs the job that the timer requests now. Returns whether there is one. */
  const runTimer = async (members: Partial<SendDeps> = {}) => {
    const at = await readDueTime();
    return at !== undefined && at <= clock.now && runDueJob(members);
  };

  /** Sets the clock to the next time for which the timer has the webhook, and runs it. */
  const runNextTimer = async (members: Partial<SendDeps> = {}) => {
    const at = await readDueTime();
    if (at === undefined) return false;
    if (at > clock.now) clock.now = at;
    return runDueJob(members);
  };

  /** Runs the jobs that were requested, and those that they request. */
  const runJobs = async (members: Partial<SendDeps> = {}) => {
    const { pk, sk: prefix } = webhookKeys.webhookJob(client_id, '');
    for (;;) {
      const [job] = await table().query<Key & WebhookJob>({ pk, prefix });
      if (!job) return;
      await table().delete(job, exists);
      await runJob(openDeps(members), { ...job, client_id });
    }
  };

  /** Sends the notices to the application that were stored, as the consumer does. */
  const runNotices = async (members: Partial<SendDeps> = {}) => {
    const { pk, sk: prefix } = webhookKeys.webhookNotice(client_id, '');
    for (const { webhook_id } of await table().query<WebhookDelivery>({ pk, prefix }))
      await runJob(openDeps(members), { client_id, webhook_id });
  };

  /** Adds events to the log, and returns their ids. */
  const log = (count?: number, members?: HappenParameters[1]) => {
    const timestamp = clock.now.toISOString();
    return addEvents(person.user_id, count, { timestamp, ...members });
  };

  return {
    client,
    runJobs,
    runNotices,
    person,
    webhook,
    clock,
    received,
    receiver,
    key,
    openDeps,
    readWebhook,
    listDeliveries,
    runTimer,
    runNextTimer,
    log,
    /** Takes the message about the last events again. */
    repeatLast: async () =>
      sendRow(openDeps({ isPrompt: true }), await findLastRow(person.user_id)),
    /** Adds events to the log, and sends them as the consumer does. Returns their ids. */
    happen: async (...[count, members, deps]: HappenParameters) => {
      const ids = await log(count, members);
      const row = await findLastRow(person.user_id);
      await sendRow(openDeps({ isPrompt: true, ...deps }), row);
      return ids;
    },
  };
}

type HappenParameters = [
  count?: number,
  members?: Parameters<typeof addEvents>[2],
  deps?: Partial<SendDeps>,
];

/** Returns the key of the row of a log that was written last. */
export async function findLastRow(user_id: string): Promise<Key> {
  const { pk, sk: prefix } = eventKeys.eventRow(user_id, '');
  const rows = await table().query<Key>({ pk, prefix });
  const last = rows.at(-1);
  if (!last) throw new Error('The log has no row.');
  return { pk: last.pk, sk: last.sk };
}

/** Counts what a warm function takes to send one event to one webhook. */
export async function measureEvent() {
  const { log, openDeps, person, client } = await arrangeWebhook();
  await log();
  const key = await findLastRow(person.user_id);
  const row = await table().get<EventRow>(key);
  const meter = newMeter();
  const store = openTable(meter);
  const getNow = () => new Date();
  const enabled = createClientCache();
  const warming = createAccessReader(table(), getNow, enabled);
  await warming.findViewer(person.user_id, client.client_id);
  const access = createAccessReader(store, getNow, enabled);
  const message = { ...key, events: row?.events };
  await sendRow(openDeps({ table: store, access, isPrompt: true }), message);
  return meter.readings();
}

const event = {
  id: 'evt_1',
  type: 'diary_entry.created',
  timestamp: '2026-11-20T09:30:00.000Z',
  resource: { type: 'diary_entry', id: '1' },
  sequence: 1,
} as const;

/** Stores deliveries to new users that failed once, each a second after the other. */
export async function addFailedDeliveries(
  { client_id, id: webhook_id }: Pick<Webhook, 'client_id' | 'id'>,
  count: number,
): Promise<WebhookDelivery[]> {
  const { type, timestamp } = event;
  const deliveries = Array.from({ length: count }, (_, index) => {
    const user_id = newId(new Date());
    const told = { webhook_id, client_id, user_id, type, timestamp, event };
    const ended = new Date(Date.now() + 1000 * index);
    const failed = { outcome: 'status', status: 500, duration_ms: 120, ended } as const;
    return recordTry(buildDelivery(told, new Date()), failed, 0);
  });
  const items = deliveries.map((delivery) => ({
    ...toDeliveryKey(delivery),
    ...toListedAttributes(delivery),
    ...delivery,
  }));
  await putItems(items);
  return deliveries;
}
