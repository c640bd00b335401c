import { describe, expect, inject, it } from 'vitest';
import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import { decideApproval } from '#functions/auth/client/approval.store.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { approveRequest } from '#functions/auth/consent/approval.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { maxSeats } from '#functions/auth/grant/grant.ts';
import {
  revoke,
  revokeAllOfUserAndClient,
} from '#functions/auth/grant/revocation.store.ts';
import { buildSeat, countSeats } from '#functions/auth/grant/seat.store.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { runErasureToEnd } from '#kit/erasure.ts';
import {
  newOwnClient,
  newPerson,
  putAtOnce,
  type TestClient,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import type { RegistrationMode } from '#shared/contract/resources.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { isNew } from '#shared/table/condition.ts';
import { deleteOwnApplication } from './change/change-application.ts';

const { urls } = inject('service');
const now = new Date();

/** Registers a client of a person, which the operator has not approved. */
async function newPending(): Promise<TestClient> {
  const { user_id } = await newPerson();
  return newOwnClient(user_id, {}, 'pending');
}

/** Lets a person allow a client, as the consent page does. */
async function allow(
  { client_id, name, redirect_uri }: TestClient,
  person: TestPerson,
  registration: RegistrationMode = 'review',
  on = table(),
) {
  const fields = {
    client_id,
    application_name: name,
    redirect_uri,
    native: false,
    scope: 'diary.read',
  };
  const id = await authorizationRequests.create(table(), fields, 'secret', now);
  const request = await authorizationRequests.find(table(), id, 'secret');
  if (!request) throw new Error('The authorization request was not stored.');
  const sessionToken = await sessions.start(table(), person, now);
  const user = { id: person.user_id, username: person.username };
  return approveRequest(
    {
      table: on,
      now,
      fail: serviceError,
      settings: { registration },
      optedInTypes: [],
    },
    request,
    { sessionToken, session: { created_datetime: now.toISOString() }, user },
  );
}

const newPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => newPerson()));

/** Stores seats of a new client that is not approved, as if people had allowed it. */
async function takeSeats(count = maxSeats) {
  const client = await newPending();
  const { client_id, name: application_name } = client;
  const people = await newPeople(count);
  await putAtOnce(async (collector) => {
    for (const { user_id, username } of people) {
      const holder = { user_id, client_id };
      const access = { ...holder, username, application_name, has_seat: true };
      await collector.put(buildSeat(holder, now), isNew);
      const granted = { ...access, token_use: 'user', scope: 'diary.read' } as const;
      await grants.issue(collector, granted, now);
    }
    await collector.put({ ...grantKeys.seatCount(client_id), count }, isNew);
  });
  return { client, people, count: () => countSeats(table(), client_id) };
}

describe('a client that the operator has not approved', () => {
  it('can be allowed by ten people, each as often as they like', async () => {
    const client = await newPending();
    const people = await newPeople(maxSeats);
    const [first, second] = people;
    for (const person of [first, ...people, second])
      if (person) expect((await allow(client, person)).ok).toBe(true);
    expect(await countSeats(table(), client.client_id)).toBe(maxSeats);
    const eleventh = await newPerson();
    expect(await allow(client, eleventh)).toEqual({ ok: false, error: 'full' });
    expect(await grants.listByUser(table(), eleventh.user_id)).toEqual([]);
  });

  it('gives the last three seats to five people who allow it at the same time', async () => {
    const { client, count } = await takeSeats(maxSeats - 3);
    const people = await newPeople(5);
    const results = await Promise.all(people.map((person) => allow(client, person)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await count()).toBe(maxSeats);
  });

  it('can be allowed by everybody once it is approved, or if there is no approval', async () => {
    const { client } = await takeSeats();
    expect((await allow(client, await newPerson(), 'open')).ok).toBe(true);
    await decideApproval(table(), client.client_id, 'approved');
    expect((await allow(client, await newPerson())).ok).toBe(true);
  });

  it('tells the eleventh person why there is no access', async () => {
    const { client } = await takeSeats();
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(await newPerson());
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: client.redirect_uri,
    });
    process.env.REGISTRATION = 'review';
    await browser.open(`${urls.auth}/v7.1/oauth2/authorize/?${query}`);
    const page = await browser.submit({ decision: 'allow' });
    process.env.REGISTRATION = 'open';
    expect(page.status).toBe(400);
    expect(page.text).toContain('<h1>Application in development</h1>');
  });
});

describe('a seat', () => {
  it('is freed when the person revokes the access', async () => {
    const { client, people, count } = await takeSeats();
    const [{ user_id = '' } = {}] = people;
    const { client_id } = client;
    await revokeAllOfUserAndClient(table(), user_id, client_id, now);
    expect(await count()).toBe(maxSeats - 1);
    expect((await allow(client, await newPerson())).ok).toBe(true);
  });

  it('is freed when the person is erased', async () => {
    const { people, count } = await takeSeats();
    const [{ user_id = '' } = {}] = people;
    const request = { user_id, reason: 'operator', language: 'en' } as const;
    // So late that the schedule of a deployed stack does not erase the user itself.
    const due = new Date('2100-11-20T12:00:00Z');
    const immediate = { ...request, isImmediate: true };
    await erasures.schedule(table(), immediate, () => ({}), due);
    await runErasureToEnd(user_id);
    expect(await count()).toBe(maxSeats - 1);
  });

  it('is given to another person if the access has ended in another way', async () => {
    const { client, people, count } = await takeSeats();
    const [{ user_id = '' } = {}] = people;
    for (const { id } of await grants.listByUser(table(), user_id))
      await revoke(table(), grantKeys.grant(user_id, id), now);
    const next = await newPerson();
    await expect.poll(async () => (await allow(client, next)).ok).toBe(true);
    expect(await count()).toBe(maxSeats);
  });

  it('stays with a person who allows access again while it is about to be freed', async () => {
    const { client, people, count } = await takeSeats();
    const [returning] = people as [TestPerson];
    const { client_id } = client;
    for (const { id } of await grants.listByUser(table(), returning.user_id))
      await revoke(table(), grantKeys.grant(returning.user_id, id), now);
    await expect
      .poll(() => table().query({ collection: grantKeys.seatsOfClient(client_id) }))
      .toHaveLength(maxSeats);

    const outcomes: boolean[] = [];
    const racing = createRacingTable('before its transact', async () => {
      outcomes.push((await allow(client, returning)).ok);
    });
    outcomes.push((await allow(client, await newPerson(), 'review', racing)).ok);
    expect(outcomes).toEqual([true, false]);
    expect(await count()).toBe(maxSeats);
    const seat = await table().get(grantKeys.seat(returning.user_id, client_id));
    expect(seat).toBeDefined();
  });

  it('is deleted with the client', async () => {
    const { client, people } = await takeSeats();
    const { client_id } = client;
    await expect
      .poll(() => table().query({ collection: grantKeys.seatsOfClient(client_id) }))
      .toHaveLength(maxSeats);
    expect(await deleteOwnApplication(table(), client_id, now)).toBe('deleted');
    expect(await table().query({ pk: clientKeys.client(client_id).pk })).toEqual([]);
    for (const { user_id } of people)
      expect(await table().get(grantKeys.seat(user_id, client_id))).toBeUndefined();
  });
});
