import { expect, it } from 'vitest';
import { createFailingTable } from '#kit/failing-table.ts';
import { newPerson, putAtOnce, type TestPerson, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';
import * as grants from './grant.store.ts';
import {
  revoke,
  revokeAllOfClient,
  revokeAllOfUser,
  revokeAllOfUserAndClient,
} from './revocation.store.ts';

const now = new Date();

/** Creates grants of a new user to a new client. */
async function newGrants(count: number) {
  const person = await newPerson();
  const client_id = newId(now);
  const access = {
    ...person,
    client_id,
    application_name: 'Test',
    token_use: 'user',
    scope: 'read',
  } as const;
  await putAtOnce((collector) => {
    const issued = Array.from({ length: count }, () =>
      grants.issue(collector, access, now),
    );
    return Promise.all(issued);
  });
  return { person, client_id };
}

async function countLive({ user_id }: TestPerson): Promise<number> {
  const all = await grants.listByUser(table(), user_id);
  return all.filter(({ revoked_at }) => revoked_at === undefined).length;
}

it('150 grants of a user are revoked by three calls', async () => {
  const { person, client_id } = await newGrants(150);
  const meter = newMeter();
  const revoked = await revokeAllOfUser(openTable(meter), person.user_id, now);
  expect(revoked).toEqual([client_id]);
  expect(meter.readings().store_calls).toBe(3);
  expect(await countLive(person)).toBe(0);
});

it('150 grants of a user to a client are revoked by four calls', async () => {
  const { person, client_id } = await newGrants(150);
  const meter = newMeter();
  const { user_id } = person;
  const count = await revokeAllOfUserAndClient(openTable(meter), user_id, client_id, now);
  expect(count).toBe(150);
  expect(meter.readings().store_calls).toBe(4);
  expect(await countLive(person)).toBe(0);
  const listed = await grants.listByClient(table(), client_id, { limit: 1 });
  expect(listed).toEqual([]);
});

it('grants of a client whose revocation was interrupted are revoked by the next one', async () => {
  const { person, client_id } = await newGrants(5);
  const interrupted = createFailingTable({ number: 3, isWritten: true });
  await expect(revokeAllOfClient(interrupted, client_id, now)).rejects.toThrow('ended');
  expect(await revokeAllOfClient(table(), client_id, now)).toBeGreaterThan(1);
  expect(await countLive(person)).toBe(0);
});

it('a grant that another request revokes meanwhile keeps its time of revocation', async () => {
  const { person } = await newGrants(150);
  const { user_id } = person;
  const [{ id = '' } = {}] = await grants.listByUser(table(), user_id);
  const earlier = new Date('2026-11-20T00:00:00Z');
  const meanwhile = () => revoke(table(), grantKeys.grant(user_id, id), earlier);
  await revokeAllOfUser(createRacingTable('after its query', meanwhile), user_id, now);
  expect(await countLive(person)).toBe(0);
  const grant = await grants.find(table(), { user_id, id });
  expect(grant?.revoked_at).toBe(earlier.getTime() / 1000);
});
