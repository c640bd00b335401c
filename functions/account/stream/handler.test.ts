import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKeys } from '#functions/account/event/event.keys.ts';
import { readEvents } from '#functions/account/event/event.store.ts';
import { webhookKeys } from '#functions/account/webhook/webhook.keys.ts';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { setPasswordAsOperator } from '#functions/auth/identity/change-access.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import {
  decryptCredentials,
  type StoredConnection,
} from '#functions/connections/connection/credentials.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { type QueueFault, type StandInQueues, startStandInQueues } from '#kit/queues.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { buildChangeRecord } from '#kit/stream-records.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { parseEnvelope } from '#shared/encryption/envelope.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';
import { createHandler } from './handler.ts';

const { consumers } = await discoverDefinitions();
const rules = Object.fromEntries(
  consumers.map(({ id, consumer }) => [id, consumer.rule]),
);
const mail = 'account/mail';
const sync = 'connections/sync';
const revocation = 'connections/revocation';
const failedRecords = 'failed-records';
const names = [...consumers.map(({ id }) => id), failedRecords];
const handle = createHandler(rules);

let disposables: AsyncDisposableStack;
let queues: StandInQueues;
let lines: string[];

beforeEach(async () => {
  disposables = new AsyncDisposableStack();
  queues = await startStandInQueues(disposables);
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', queues.url);
  const urls = Object.fromEntries(names.map((name) => [name, `queue of ${name}`]));
  vi.stubEnv('QUEUE_URLS', JSON.stringify(urls));
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation(
    (line) => lines.push(String(line)) > 0,
  );
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await disposables.disposeAsync();
});

const setFault = (name: string, fault: QueueFault) =>
  queues.faults.set(`queue of ${name}`, fault);
const listMessages = (name: string) => queues.messages.get(`queue of ${name}`) ?? [];

/** Reads an item that a store has written. */
async function readItem<Item extends Key>(key: Key): Promise<Item> {
  const item = await table().get<Item>(key);
  if (!item) throw new Error('There is no such item.');
  return { ...key, ...item };
}

/** Passes records to the function, and returns the sequence numbers that it reports. */
async function passOn(...Records: ChangeRecord[]): Promise<string[]> {
  const { batchItemFailures } = await handle({ Records });
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** Builds the record of a new request for a sync. */
function buildSyncRecord(id = newId(new Date())): ChangeRecord {
  const request = { id, remote_connection_id: id, reason: 'due', ttl: 1 };
  return buildChangeRecord({
    item: { ...connectionKeys.syncRequest('ann', id), ...request },
  });
}

/** Builds the record of a request for a mail. */
function buildMailRecord(id = newId(new Date())): ChangeRecord {
  const request = { id, template: 'sign_up', to: 'ann@example.com', language: 'en' };
  const item = { ...emailLinkKeys.emailLink('ann', id), mail: request };
  return buildChangeRecord({ item });
}

/** Builds the record of a request for a sync with a set of bytes, which no message can have. */
function buildPoisonedRecord(): ChangeRecord {
  const item = {
    ...connectionKeys.syncRequest('ann', 'x'),
    secrets: new Set([Buffer.from('secret')]),
  };
  return buildChangeRecord({ item });
}

const toFailure = ({ dynamodb }: ChangeRecord, consumer: string) => ({
  pk: dynamodb.Keys.pk.S,
  sk: dynamodb.Keys.sk.S,
  consumer,
  sequence_number: dynamodb.SequenceNumber,
});

describe("the reader of the table's stream", () => {
  it('requests the mail of a written item, without its password hash', async () => {
    const { email, user_id } = await newUser();
    const key = identityKeys.credentials(user_id);
    const before = await readItem(key);
    const password = 'correct horse battery 2';
    await setPasswordAsOperator(table(), email, password, new Date(), 'de');
    const item = await readItem<Key & MailAttributes & { password_hash: string }>(key);

    expect(await passOn(buildChangeRecord({ before, item }))).toEqual([]);
    expect(listMessages(mail)).toEqual([{ ...key, mail: item.mail }]);
    expect(item.password_hash).toMatch(/^\$argon2/);
  });

  it('requests no mail for a later write of the item', async () => {
    const link = { user_id: newId(new Date()), email: 'ann@example.com', language: 'en' };
    const created = await emailLinks.create(
      table(),
      { ...link, purpose: 'sign_up', template: 'sign_up' },
      new Date(),
    );
    const key = emailLinkKeys.emailLink(link.user_id, created.id);
    const item = await readItem(key);
    await emailLinks.issueToken(table(), link.user_id, created.id, new Date());
    const later = await readItem(key);

    await passOn(buildChangeRecord({ item }));
    await passOn(buildChangeRecord({ before: item, item: later }));
    expect(listMessages(mail)).toHaveLength(1);
  });

  it('passes on the tokens of a deleted connection as they are stored', async () => {
    const { user_id } = await newUser();
    const id = await addRemoteConnection(user_id, { access_token: 'token of ann' });
    const before = await readItem(originKeys.remoteConnection(user_id, id));

    await passOn(buildChangeRecord({ before }));
    const [message] = listMessages(revocation) as StoredConnection[];
    expect(Object.keys(message ?? {}).sort()).toEqual(
      ['id', 'pk', 'provider_tokens', 'remote_id', 'sk', 'type'].sort(),
    );
    const provider_tokens = parseEnvelope(
      message?.provider_tokens as unknown as Parameters<typeof parseEnvelope>[0],
    );
    const connection = { id, type: 'garmin', provider_tokens };
    expect(await decryptCredentials(user_id, connection, openDataKeys())).toMatchObject({
      access_token: 'token of ann',
    });
  });

  it('passes on that a person resumes, whose profile has a set of connected types', async () => {
    const { user_id } = await newUser();
    await addRemoteConnection(user_id);
    const key = identityKeys.user(user_id);
    await processing.restrict(table(), user_id, new Date());
    const before = await readItem(key);
    const change = { givesConsent: true, now: new Date() };
    await processing.resume(table(), user_id, change);
    const item = await readItem(key);

    expect(await passOn(buildChangeRecord({ before, item }))).toEqual([]);
    expect(listMessages(sync)).toEqual([{ ...key, reason: 'resumed' }]);
  });

  it('sends nothing for changes that no rule selects', async () => {
    const item = {
      ...dataSourceKeys.dataSource('ann', '1'),
      id: '1',
      name: 'Watch',
      active: true,
      priorities: {},
    };
    const credentials = { ...identityKeys.credentials('ann'), password_hash: 'secret' };
    const row = { ...eventKeys.eventRow('ann', '1'), events: [], no_webhook: true };
    const records = [
      buildChangeRecord({ item }),
      buildChangeRecord({ item: row }),
      buildChangeRecord({ before: item }),
      buildChangeRecord({ item: credentials }),
      buildChangeRecord({ before: { ...connectionKeys.syncRequest('ann', '1') } }),
    ];
    expect(await passOn(...records)).toEqual([]);
    expect([...queues.messages]).toEqual([]);
  });

  it('appends events to the log of the person, and reports none', async () => {
    const { user_id } = await newUser();
    const key = dataSourceKeys.dataSource(user_id, '1');
    const source = { ...key, id: '1', priorities: {} };
    const record = buildChangeRecord({ item: source });
    expect(await passOn(record, record)).toEqual([]);
    const { events } = await readEvents(table(), user_id, 0, 10);
    expect(events).toMatchObject([{ type: 'data_source.created' }]);
    expect(listMessages(failedRecords)).toEqual([]);
  });

  it('lets a message wait as long as its rule says', async () => {
    const job = { webhook_id: '1', is_due: true, delay_seconds: 300 };
    const item = { ...webhookKeys.webhookJob('app', '1'), ...job };
    const { delay_seconds: _, ...without } = item;
    await passOn(buildChangeRecord({ item }), buildChangeRecord({ item: without }));
    expect(listMessages('account/webhook/backlog')).toHaveLength(2);
    expect(queues.delays).toEqual([300]);
  });

  it('sends more messages than fit into a request', async () => {
    const records = Array.from({ length: 25 }, () => buildSyncRecord());
    expect(await passOn(...records)).toEqual([]);
    expect(listMessages(sync)).toHaveLength(25);
  });
});

describe.each(['first', 'last'])('the %s record of a batch', (place) => {
  /** Passes on a record with nine others, which must arrive. Returns what is reported. */
  async function passOnAmongOthers(record: ChangeRecord): Promise<string[]> {
    const others = Array.from({ length: 9 }, () => buildMailRecord());
    const records = place === 'first' ? [record, ...others] : [...others, record];
    const reported = await passOn(...records);
    expect(listMessages(mail)).toHaveLength(others.length);
    return reported;
  }

  it('delays no other record if its rule throws', async () => {
    const record = buildPoisonedRecord();
    expect(await passOnAmongOthers(record)).toEqual([]);
    expect(listMessages(failedRecords)).toEqual([toFailure(record, sync)]);
    expect(lines.join('')).toContain('"error_name":"Error"');
    expect(lines.join('')).not.toContain('secret');
  });

  it('delays no other record if no event can be made of it', async () => {
    const key = dayKeys.diaryDay('ann', '2026-11-20');
    const day = { ...key, set: new Set([Buffer.from('secret')]) };
    const record = buildChangeRecord({ item: day });
    expect(await passOnAmongOthers(record)).toEqual([]);
    expect(listMessages(failedRecords)).toEqual([toFailure(record, 'events')]);
    expect(lines.join('')).not.toContain('secret');
  });

  it('is read again if the table cannot be reached, after the others have arrived', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
    const source = { ...dataSourceKeys.dataSource('ann', 'x'), id: 'x', priorities: {} };
    const record = buildChangeRecord({ item: source });
    expect(await passOnAmongOthers(record)).toEqual([record.dynamodb.SequenceNumber]);
    expect(listMessages(failedRecords)).toEqual([]);
  });

  it.each<QueueFault>(['missing', 'denied', 'malformed'])(
    'delays no other record if the queue of its message is %s',
    async (fault) => {
      setFault(sync, fault);
      const record = buildSyncRecord();
      expect(await passOnAmongOthers(record)).toEqual([]);
      expect(listMessages(failedRecords)).toEqual([toFailure(record, sync)]);
    },
  );

  it.each<QueueFault>(['throttled', 'failing', 'unreachable'])(
    'is read again if the queue of its message is %s, after the others have arrived',
    async (fault) => {
      // The SDK waits for a random part of a second or two before it tries again.
      vi.spyOn(Math, 'random').mockReturnValue(0);
      setFault(sync, fault);
      const record = buildSyncRecord();
      expect(await passOnAmongOthers(record)).toEqual([record.dynamodb.SequenceNumber]);
      expect(listMessages(failedRecords)).toEqual([]);
    },
  );

  it.each<QueueFault>(['missing', 'unreachable'])(
    'is read again if the queue of failed records is %s',
    async (fault) => {
      setFault(failedRecords, fault);
      const record = buildPoisonedRecord();
      expect(await passOnAmongOthers(record)).toEqual([record.dynamodb.SequenceNumber]);
    },
  );

  it.each([
    [true, 'goes to the queue of failed records'],
    [false, 'is read again'],
  ])('if SQS alone refuses its message, as a sender fault: %s', async (SenderFault) => {
    const record = buildMailRecord('alone');
    queues.findMessageFault = (body) =>
      body.includes('"id":"alone"') ? { Code: 'Refused', SenderFault } : undefined;
    const reported = await passOnAmongOthers(record);
    expect(reported).toEqual(SenderFault ? [] : [record.dynamodb.SequenceNumber]);
  });
});
