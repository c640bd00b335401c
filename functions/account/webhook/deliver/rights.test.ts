import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { revokeAllOfUserAndClient } from '#functions/auth/grant/revocation.store.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { runErasureToEnd, runNextErasure } from '#kit/erasure.ts';
import { issueUserToken, table } from '#kit/fixtures.ts';
import { arrangeWebhook, findLastRow, respond } from '#kit/webhooks.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import backlogConsumer from '../backlog/consumer.ts';
import { noticeRevocation } from '../notice.store.ts';
import { SentEvent, SentNotice } from '../sent-bodies.ts';
import { webhookKeys } from '../webhook.keys.ts';
import { toWebhookContext } from '../webhook.ts';
import consumer from './consumer.ts';
import { sendRow } from './fan-out.ts';
import { resumeUser } from './resend.ts';

// The audit events are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
// A clock that stayed where a test has put it would be that of later tests, too.
afterEach(() => void vi.useRealTimers());

type Arranged = Awaited<ReturnType<typeof arrangeWebhook>>;

const listTypes = ({ received }: Arranged) => received.map(({ event }) => event.type);

/** Lets an event wait for its second try. */
async function arrangePending(...options: Parameters<typeof arrangeWebhook>) {
  const arranged = await arrangeWebhook(...options);
  const { happen, received, receiver } = arranged;
  receiver.respond = () => respond(500);
  await happen();
  received.length = 0;
  receiver.respond = () => respond(200);
  return arranged;
}

const listGrants = ({ person }: Arranged) =>
  table().query<Key & Grant>(grantKeys.grants(person.user_id));

/** Revokes the access of the application, and tells it as the consumer does. */
async function revoke(arranged: Arranged): Promise<void> {
  const { person, client, clock, runNotices } = arranged;
  const { user_id } = person;
  const before = await listGrants(arranged);
  await revokeAllOfUserAndClient(table(), user_id, client.client_id, clock.now);
  for (const grant of await listGrants(arranged)) {
    const message = consumer.rule.toMessage(
      grant,
      before.find(({ id }) => id === grant.id),
    );
    if (message?.kind !== 'revoked') throw new Error('The grant makes no message.');
    const { client_id } = message;
    await noticeRevocation(
      table(),
      { user_id, client_id, grant_id: grant.id },
      clock.now,
    );
  }
  await runNotices();
}

describe('a delivery', () => {
  it('has what the event says, and is verified by the library of the standard', async () => {
    const { happen, received, webhook, person, clock } = await arrangeWebhook();
    const timestamp = '2026-11-20T11:59:58.123Z';
    const [event_id = ''] = await happen(1, { timestamp, previous_date: '2026-11-19' });
    const [request] = received;
    expect(request?.event).toEqual({
      type: 'diary_entry.created',
      timestamp: '2026-11-20T11:59:58+00:00',
      data: {
        user_id: person.user_id,
        event_id,
        resource: { type: 'diary_entry', id: 'entry' },
        date: '2026-11-20',
        previous_date: '2026-11-19',
      },
    });
    expect(SentEvent.parse(request?.event)).toEqual(request?.event);
    const { body = '', headers = {} } = request ?? {};
    vi.setSystemTime(clock.now);
    expect(new Verifier(webhook.plainSecret).verify(body, headers)).toEqual(
      request?.event,
    );
  });

  it('is signed by the previous secret, too, until that expires', async () => {
    const { happen, received, webhook, clock, key } = await arrangeWebhook();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const context = toWebhookContext(webhook);
    const set = {
      secret: await encryptEnvelope(secret, context, openDataKeys()),
      previous_secret: webhook.secret,
      previous_secret_expires_datetime: '2026-11-21T12:00:00.000Z',
    };
    await table().update(key, { set }, exists);
    await happen();
    clock.now = new Date('2026-11-21T11:59:59Z');
    await happen();
    clock.now = new Date('2026-11-21T12:00:00Z');
    await happen();
    const isVerified = received.map(({ body, headers, at }) =>
      [secret, webhook.plainSecret].map((each) => {
        vi.setSystemTime(at);
        try {
          return Boolean(new Verifier(each).verify(body, { ...headers }));
        } catch {
          return false;
        }
      }),
    );
    expect(isVerified).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
  });

  it('is of a type that the webhook selects', async () => {
    const { happen, received } = await arrangeWebhook({ types: ['image.*'] });
    await happen();
    const resource = { type: 'image', id: '1' } as const;
    await happen(1, { type: 'image.created', resource });
    expect(received.map(({ event }) => event.type)).toEqual(['image.created']);
  });

  it('needs the scope that reads the resource', async () => {
    const { happen, received } = await arrangeWebhook({ scope: 'data_sources.read' });
    await happen();
    expect(received).toEqual([]);
  });

  it('needs no second message if it was sent, or waits', async () => {
    const { happen, received, person, openDeps } = await arrangeWebhook();
    await happen();
    await sendRow(openDeps(), await findLastRow(person.user_id));
    expect(received).toHaveLength(1);
  });
});

describe('what a user shares with an application', () => {
  const registration = {};

  async function share(arranged: Arranged, types: readonly string[]) {
    const { person, client, clock } = arranged;
    const parties = { user_id: person.user_id, client_id: client.client_id };
    await setOptedInTypes(table(), parties, types, clock.now);
  }

  it('decides at each try: a choice that was withdrawn in between counts', async () => {
    const arranged = await arrangeWebhook({ registration });
    const { happen, received, receiver, runNextTimer, listDeliveries } = arranged;
    await happen(1, { remote_connection_type: 'garmin' });
    expect(received).toEqual([]);
    await share(arranged, ['garmin']);
    receiver.respond = () => respond(500);
    await happen(1, { remote_connection_type: 'garmin' });
    expect(received).toHaveLength(1);
    await share(arranged, []);
    receiver.respond = () => respond(200);
    await runNextTimer();
    expect(received).toHaveLength(1);
    expect(await listDeliveries()).toEqual([]);
  });

  it('decides which of several types an event has', async () => {
    const arranged = await arrangeWebhook({ registration });
    const views = {
      types: ['garmin'],
      outcomes: { garmin: 'diary_entry.shown' as const },
    };
    await arranged.happen(1, { type: 'diary_entry.hidden', views });
    await share(arranged, ['garmin']);
    await arranged.happen(1, { type: 'diary_entry.hidden', views });
    expect(listTypes(arranged)).toEqual(['diary_entry.shown', 'diary_entry.hidden']);
  });
});

describe('an application whose access is revoked', () => {
  it('gets one last notice, and nothing that waits', async () => {
    const arranged = await arrangePending();
    const { person, client, happen, runNextTimer, received, listDeliveries } = arranged;
    await issueUserToken(person, client);
    await revoke(arranged);
    await happen();
    while (await runNextTimer());
    expect(listTypes(arranged)).toEqual(['user.revoked']);
    expect(received[0]?.event.data).toEqual({ user_id: person.user_id });
    expect(SentNotice.parse(received[0]?.event)).toEqual(received[0]?.event);
    expect(await listDeliveries()).toEqual([]);
  });

  it('gets no notice as long as it has another grant', async () => {
    const arranged = await arrangeWebhook();
    const { person, client, clock } = arranged;
    await issueUserToken(person, client);
    const [first] = await listGrants(arranged);
    const { user_id } = person;
    const { client_id } = client;
    const revoked = { user_id, client_id, grant_id: first?.id ?? '' };
    await noticeRevocation(table(), revoked, clock.now);
    const { pk, sk: prefix } = webhookKeys.webhookNotice(client_id, '');
    expect(await table().query({ pk, prefix })).toEqual([]);
  });

  it('gets the notice at a later try if the first one fails', async () => {
    const arranged = await arrangeWebhook();
    const { receiver, received, runNextTimer } = arranged;
    receiver.respond = () => respond(500);
    await revoke(arranged);
    receiver.respond = () => respond(200);
    while (await runNextTimer());
    expect(listTypes(arranged)).toEqual(['user.revoked', 'user.revoked']);
    const [first, second] = received.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
  });
});

describe('an application that is disabled', () => {
  it('gets nothing, and what waits when it is enabled', async () => {
    const arranged = await arrangePending();
    const { client, happen, received, runNextTimer } = arranged;
    await clients.disable(table(), client.client_id, new Date());
    await happen();
    for (let hours = 0; hours < 3; hours += 1) await runNextTimer();
    expect(received).toEqual([]);
    await clients.enable(table(), client.client_id);
    await runNextTimer();
    expect(received).toHaveLength(1);
  });
});

describe('a user who has restricted the processing of their data', () => {
  it('pauses their events, which follow when they lift the restriction', async () => {
    const arranged = await arrangePending();
    const { person, clock, happen, received, runNextTimer, openDeps } = arranged;
    const { user_id } = person;
    const since = clock.now.toISOString();
    await processing.restrict(table(), user_id, clock.now);
    await happen();
    // It happened before, but was late.
    await happen(1, { timestamp: '2026-11-20T11:59:59.000Z' });
    while (await runNextTimer());
    expect(received).toEqual([]);
    await processing.resume(table(), user_id, { givesConsent: false, now: clock.now });
    await resumeUser(openDeps(), user_id, since);
    const ids = received.map(({ event }) => event.data.event_id);
    expect(new Set(ids).size).toBe(3);
    await resumeUser(openDeps(), user_id, since);
    expect(received).toHaveLength(3);
  });

  it('makes a message by lifting it only', () => {
    const key = { pk: 'USER#ann', sk: 'PROFILE' };
    const restricted_datetime = '2026-11-20T12:00:00.000Z';
    const resumed_datetime = '2026-11-21T12:00:00.000Z';
    const { toMessage } = backlogConsumer.rule;
    const restricted = { ...key, restricted_datetime };
    const resumed = { ...key, resumed_datetime };
    expect(toMessage(restricted, key)).toBeUndefined();
    expect(toMessage(resumed, resumed)).toBeUndefined();
    expect(toMessage(resumed, restricted)).toEqual({
      kind: 'resumed',
      ...key,
      since: restricted_datetime,
    });
  });
});

describe('a user who is erased', () => {
  it('is told to applications once, and by nothing else', async () => {
    const arranged = await arrangePending();
    const { person, client, clock, happen, received, runNextTimer, runNotices } =
      arranged;
    const { user_id } = person;
    const request = {
      user_id,
      reason: 'person',
      language: 'en',
      isImmediate: true,
    } as const;
    const start = new Date('2100-11-20T12:00:00Z');
    await erasures.schedule(table(), request, () => ({}), start);
    const [grant] = await listGrants(arranged);
    await table().update(
      grantKeys.grant(user_id, grant?.id ?? ''),
      { set: { expires_at: start.getTime() } },
      exists,
    );
    await runNextErasure(user_id);
    const { client_id } = client;
    const revoked = { user_id, client_id, grant_id: grant?.id ?? '' };
    await noticeRevocation(table(), revoked, clock.now);
    await runNotices();
    await runErasureToEnd(user_id);
    await expect(happen()).rejects.toThrow('no row');
    while (await runNextTimer());
    expect(listTypes(arranged)).toEqual(['user.erased']);
    expect(received[0]?.event.data).toEqual({ user_id });
    const { pk, sk: prefix } = webhookKeys.webhookNotice(client_id, '');
    expect(await table().query({ pk, prefix })).toEqual([]);
  });

  it('is forgotten when the tries of the notice end', async () => {
    const arranged = await arrangeWebhook();
    const { receiver, received, client, runNextTimer } = arranged;
    receiver.respond = () => respond(500);
    await revoke(arranged);
    while (await runNextTimer());
    expect(received).toHaveLength(10);
    const { pk, sk: prefix } = webhookKeys.webhookNotice(client.client_id, '');
    expect(await table().query({ pk, prefix })).toEqual([]);
  });
});
