import { describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { newClient, newOwnClient, newUser, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isRepaired,
  meetFault,
} from '#kit/store-faults.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import { clientKeys } from './client.keys.ts';
import * as clients from './client.store.ts';
import { type Client, isEnabled } from './client.ts';
import { updateClient } from './client-update.store.ts';
import { createOwn, deleteOwn, listOwn } from './own-client.store.ts';

const logo = {
  type: 'image/png',
  bytes: Buffer.from('logo'),
  width: 32,
  height: 32,
} as const;

/** Returns the name of a client and that of its service principal. */
async function readNames(client_id: string) {
  const client = await clients.find(table(), client_id);
  const principal = await table().get<{ username: string }>(
    identityKeys.user(toServicePrincipal(client_id)),
  );
  return [client?.name, principal?.username];
}

/** Lists the names of the clients that were registered at a time or later. */
async function listNamesSince(time: Date): Promise<string[]> {
  const after = newId(new Date(time.getTime() - 1));
  const keys = await table().query<Key>({ collection: clientKeys.clients(), after });
  return (await getExisting<Client>(table(), keys)).map(({ name }) => name);
}

describe.each(faultsOfTwoChanges)(
  'if $cause meets the $tries try of change $change',
  (fault) => {
    const isDone = isRepaired(fault);
    const faulty = () => createFaultyTable(fault);

    it('a client is registered with its service principal, or fails and is not', async () => {
      const name = `Application ${newId(new Date())}`;
      const registration = { name, redirect_uris: ['https://app.example/callback'] };
      const now = new Date();
      const creation = clients.create(faulty(), registration, now);
      if (fault.cause === 'condition')
        await expect(creation).rejects.toThrow('not stored');
      else {
        const created = await meetFault(fault, creation);
        expect(created !== undefined).toBe(isDone);
        if (created)
          expect(await readNames(created.client.client_id)).toEqual([name, name]);
      }
      expect((await listNamesSince(now)).includes(name)).toBe(isDone);
    });

    it('a client of a user is stored and listed as theirs, or neither', async () => {
      const user_id = newId(new Date());
      const registration = { name: 'Trails', redirect_uris: ['https://app.example/'] };
      const { client } = clients.buildClient(registration, new Date());
      const created = await meetFault(fault, createOwn(faulty(), client, user_id));
      expect(created !== undefined).toBe(isDone);
      expect(await listOwn(table(), user_id)).toHaveLength(isDone ? 1 : 0);
      const stored = await clients.find(table(), client.client_id);
      expect(stored?.owner_id).toBe(isDone ? user_id : undefined);
    });

    it('a client is renamed with its service principal, or keeps its name', async () => {
      const { client_id, name } = await newClient();
      const renamed = updateClient(faulty(), client_id, {
        set: { name: 'Other' },
        remove: [],
      });
      const result = await meetFault(fault, renamed);
      expect(result?.name).toBe(isDone ? 'Other' : undefined);
      const expected = isDone ? 'Other' : name;
      expect(await readNames(client_id)).toEqual([expected, expected]);
    });

    it('a client loses what a former release has left at its next change, or keeps it', async () => {
      const { client_id } = await newClient();
      await leaveBehind(client_id, { proposed: { has_logo: true } });
      const change = { set: { contact: 'dev@example.com' }, remove: [] };
      await meetFault(fault, updateClient(faulty(), client_id, change));
      const left = await readLeft(client_id);
      expect(left).toEqual(
        isDone ? [] : ['has_logo', 'proposed', 'logo', 'proposed logo'],
      );
    });
  },
);

/** Adds what a release before 0.7.0 stores for a client: its logos, and what the operator decides. */
async function leaveBehind(
  client_id: string,
  members: Pick<Client, 'approval' | 'proposed'>,
): Promise<void> {
  await table().put({ ...clientKeys.clientLogo(client_id), ...logo }, isNew);
  if (members.proposed?.has_logo)
    await table().put({ ...clientKeys.proposedLogo(client_id), ...logo }, isNew);
  const set = { ...members, has_logo: true };
  await table().update(clientKeys.client(client_id), { set }, exists);
}

/** Names what a former release has left of a client. */
async function readLeft(client_id: string): Promise<string[]> {
  const client = await clients.find(table(), client_id);
  const members = ['approval', 'has_logo', 'proposed'] as const;
  const shown = await table().get(clientKeys.clientLogo(client_id));
  const waiting = await table().get(clientKeys.proposedLogo(client_id));
  return [
    ...members.filter((member) => client?.[member] !== undefined),
    ...(shown ? ['logo'] : []),
    ...(waiting ? ['proposed logo'] : []),
  ];
}

it.each(['pending', 'rejected'] as const)(
  'a client that was %s before 0.7.0 is disabled until it is enabled, with one mail',
  async (approval) => {
    const { user_id, email } = await newUser();
    const { client_id } = await newOwnClient(user_id);
    await leaveBehind(client_id, { approval });
    const readMail = () => table().get<MailAttributes>(clientKeys.client(client_id));
    expect(isEnabled(await clients.find(table(), client_id))).toBe(false);
    expect(isEnabled(await clients.enable(table(), client_id))).toBe(true);
    const first = (await readMail())?.mail;
    expect(first).toMatchObject({ to: email, template: 'application_approved' });
    await clients.enable(table(), client_id);
    expect((await readMail())?.mail).toEqual(first);
  },
);

it('a client is deleted with the logos that a former release has left', async () => {
  const { user_id } = await newUser();
  const { client_id } = await newOwnClient(user_id);
  await leaveBehind(client_id, { proposed: { has_logo: true } });
  const [client] = await listOwn(table(), user_id);
  if (!client) throw new Error('The application was not stored.');
  expect(await deleteOwn(table(), { ...client, owner_id: user_id })).toBe(true);
  expect(await readLeft(client_id)).toEqual([]);
});
