import { describe, expect, it } from 'vitest';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { referenceClientId } from '#functions/auth/client/client.ts';
import { dataPolicyKeys } from '#functions/auth/data-policy/data-policy.keys.ts';
import type { PolicyOverrides } from '#functions/auth/data-policy/data-policy.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import { restrict, resume } from '#functions/auth/identity/processing.store.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import {
  findStoredExport,
  newTableWithoutData,
  startTestExport,
  writeNextArchive,
} from '#kit/data-exports.ts';
import { createFailingTable } from '#kit/failing-table.ts';
import { newPerson, newUser, table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Key } from '#shared/table/keys.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { type ExportAsker, exportLimits, maxOpenExports } from './data-export.ts';
import { hasAccess, toShownExport } from './export-access.store.ts';

const hour = 60 * 60 * 1000;
const start = new Date('2026-11-20T00:00:00Z');
const getTimeAfter = (hours: number) => new Date(start.getTime() + hours * hour);

const own = { grant_id: 'own', client_id: 'app' };
const other = { grant_id: 'other', client_id: referenceClientId };

/** Writes the archive of an export without the data of the user. */
const write = (user_id: string, id: string, now: Date) =>
  writeNextArchive({ user_id, id }, { getNow: () => now, table: newTableWithoutData() });

/** Returns an export, how it is shown to an asker, and the calls that this takes. */
async function show(user_id: string, id: string, now: Date, asker: ExportAsker = own) {
  const { dataExport } = await findStoredExport({ user_id, id });
  const meter = newMeter();
  const access = { asker, now };
  const shown = await toShownExport(openTable(meter), user_id, dataExport, access);
  return { ...shown, calls: meter.readings().store_calls };
}

it('the access that asked is read, but only for an export that is open', async () => {
  const { user_id } = await newPerson();
  await table().put(grantKeys.grant(user_id, 'other'), isNew);
  const { id } = await startTestExport(user_id, other, start);
  expect(await show(user_id, id, start)).toMatchObject({
    isAccessEnded: false,
    calls: 3,
  });
  const shown = await show(user_id, id, start, other);
  expect(shown).toMatchObject({ isAccessEnded: false, calls: 0 });

  await write(user_id, id, start);
  expect(await show(user_id, id, start)).toMatchObject({ calls: 3 });
  const end = getTimeAfter(exportLimits.linkLifetime / 3600);
  expect(await show(user_id, id, end)).toMatchObject({ calls: 0 });
});

it('an export that runs counts as failed if its access has ended', async () => {
  const { user_id } = await newPerson();
  await table().put({ ...grantKeys.grant(user_id, 'other'), revoked_at: 1 }, isNew);
  const { id } = await startTestExport(user_id, other, start);
  const { dataExport, isAccessEnded } = await show(user_id, id, start);
  expect(dataExport).toMatchObject({ state: 'failed', failure: 'access_ended' });
  expect(isAccessEnded).toBe(true);
});

it('an export ends when its user is disabled, although the grants are not revoked yet', async () => {
  const { user_id } = await newUser();
  await table().put(grantKeys.grant(user_id, 'other'), isNew);
  const { id } = await startTestExport(user_id, other, start);
  expect(await show(user_id, id, start)).toMatchObject({ isAccessEnded: false });
  const interrupted = createFailingTable({ number: 1, isWritten: true });
  await expect(disableUser(interrupted, user_id, start)).rejects.toThrow('process ended');
  const grant = await table().get(grantKeys.grant(user_id, 'other'));
  expect(grant).not.toHaveProperty('revoked_at');
  expect(await show(user_id, id, start)).toMatchObject({ isAccessEnded: true });
});

it('an export of an application cannot be downloaded while the processing is restricted', async () => {
  const { user_id } = await newPerson();
  await table().put(grantKeys.grant(user_id, 'other'), isNew);
  const { id } = await startTestExport(user_id, other, start);
  const { dataExport } = await findStoredExport({ user_id, id });
  await restrict(table(), user_id, start);
  expect(await hasAccess(table(), user_id, dataExport)).toBe(false);
  await resume(table(), user_id, { givesConsent: true, now: start });
  expect(await hasAccess(table(), user_id, dataExport)).toBe(true);
});

describe('an export whose application may see less than when it was written', () => {
  /** An export of an own application, for which the person has ticked a provider. */
  const arrange = async () => {
    const { user_id } = await newPerson();
    const client_id = newId(start);
    const client = clientKeys.client(client_id);
    const grant = grantKeys.grant(user_id, 'other');
    await table().put({ ...client, own: true }, isNew);
    await table().put({ ...grant, scope: 'read', opted_in_types: ['polar'] }, isNew);
    const asker = { grant_id: 'other', client_id };
    const makeExport = async () => {
      const { id } = await startTestExport(user_id, asker, start);
      await write(user_id, id, start);
      return id;
    };
    const isEnded = async (id: string, overrides: PolicyOverrides = {}) => {
      const { dataExport } = await findStoredExport({ user_id, id });
      const overridden: Table<'get'> = {
        get: <Item extends object>(key: Key) =>
          key.pk === dataPolicyKeys.dataPolicies().pk
            ? Promise.resolve({ overrides } as Item)
            : table().get<Item>(key),
      };
      return !(await hasAccess(overridden, user_id, dataExport));
    };
    const change = (key: Key, members: Change) => table().update(key, members, exists);
    return { client, grant, makeExport, isEnded, change };
  };

  it('has ended if the operator no longer says that the application is own', async () => {
    const { client, makeExport, isEnded, change } = await arrange();
    const id = await makeExport();
    expect(await isEnded(id)).toBe(false);
    await change(client, { remove: ['own'] });
    expect(await isEnded(id)).toBe(true);
  });

  it('has ended if the operator denies the data of a provider, or the person its', async () => {
    const { client, grant, makeExport, isEnded, change } = await arrange();
    await change(client, { remove: ['own'] });
    const id = await makeExport();
    expect(await isEnded(id)).toBe(false);
    const denial = { values: { applications: 'denied' as const }, reasons: {} };
    expect(await isEnded(id, { polar: denial })).toBe(true);
    expect(await isEnded(id, { sample: denial })).toBe(true);
    expect(await isEnded(id, { strava: denial })).toBe(false);
    await change(grant, { set: { opted_in_types: ['polar', 'whoop'] } });
    expect(await isEnded(id)).toBe(false);
    await change(grant, { remove: ['opted_in_types'] });
    expect(await isEnded(id)).toBe(true);
  });
});

it('a user can have four open exports, and no fifth', async () => {
  const { user_id } = await newPerson();
  const client_id = newId(start);
  const application = { grant_id: 'other', client_id };
  const person = { session_id: newId(start), access_generation: 0 };
  await table().put(sessionKeys.session(user_id, person.session_id), isNew);
  await table().put(clientKeys.client(client_id), isNew);
  const exports: string[] = [];
  /** Starts an export after some hours, and completes it after some more. */
  const addExport = async (
    started: number,
    completed: number,
    asker: ExportAsker = application,
  ) => {
    const { id } = await startTestExport(user_id, asker, getTimeAfter(started));
    await write(user_id, id, getTimeAfter(completed));
    exports.push(id);
  };
  await table().put(grantKeys.grant(user_id, 'other'), isNew);
  // The first takes five hours, so its link works until the 29th hour.
  await addExport(0, 5);
  await addExport(5, 5);
  await addExport(6, 6, person);
  await addExport(24, 24);
  await expect(addExport(28, 28, person)).rejects.toThrow('too_many');

  const now = getTimeAfter(28);
  const shown = await Promise.all(exports.map((id) => show(user_id, id, now)));
  const calls = shown.reduce((sum, one) => sum + one.calls, 0);
  // The grant, the client and the user of each, and the data policies; or the session's two items.
  expect(calls).toBe(4 * 3 + 2);
  expect(calls).toBeLessThanOrEqual(4 * maxOpenExports);
});

it('only the session that asked needs no read: not the operator, nor another session', async () => {
  const { user_id } = await newPerson();
  const asker = { session_id: newId(start), access_generation: 0 };
  const { id } = await startTestExport(user_id, asker, start);
  expect(await show(user_id, id, start, asker)).toMatchObject({ calls: 0 });
  const ended = { isAccessEnded: true, calls: 2 };
  const session_id = newId(start);
  const sibling = { session_id, access_generation: 0 };
  expect(await show(user_id, id, start, sibling)).toMatchObject(ended);
  expect(await show(user_id, id, start, { access_generation: 0 })).toMatchObject(ended);
  await table().put(sessionKeys.session(user_id, asker.session_id), isNew);
  const open = { isAccessEnded: false, calls: 2 };
  expect(await show(user_id, id, start, sibling)).toMatchObject(open);
});
