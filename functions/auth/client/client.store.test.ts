import { describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { newClient, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isRepaired,
  meetFault,
} from '#kit/store-faults.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import { clientKeys } from './client.keys.ts';
import * as clients from './client.store.ts';
import type { Client } from './client.ts';
import * as clientLogos from './client-logo.store.ts';
import { updateClient } from './client-update.store.ts';
import { createOwn, listOwn } from './own-client.store.ts';

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

/** Returns whether a client has a logo. Its item and the item of the logo must agree. */
async function hasLogo(client_id: string): Promise<boolean> {
  const client = await clients.find(table(), client_id);
  const stored = await clientLogos.findLogo(table(), client_id);
  expect(client?.has_logo === true).toBe(stored !== undefined);
  return stored !== undefined;
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

    it('a logo is set and deleted together with the mark in the client', async () => {
      const { client_id } = await newClient();
      const setting = clientLogos.setLogo(faulty(), client_id, logo);
      expect((await meetFault(fault, setting))?.has_logo ?? false).toBe(isDone);
      expect(await hasLogo(client_id)).toBe(isDone);
      await clientLogos.setLogo(table(), client_id, logo);
      const deletion = clientLogos.deleteLogo(faulty(), client_id);
      expect((await meetFault(fault, deletion)) !== undefined).toBe(isDone);
      expect(await hasLogo(client_id)).toBe(!isDone);
    });
  },
);

it('a client without a logo stays as it is when its logo is deleted', async () => {
  const { client_id } = await newClient();
  const client = await clientLogos.deleteLogo(table(), client_id);
  expect(client).toEqual(await clients.find(table(), client_id));
});
