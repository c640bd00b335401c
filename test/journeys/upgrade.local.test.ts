import { beforeAll, describe, expect, it } from 'vitest';
import { createTableBeside } from '#kit/create-table.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listUnownedOriginals } from '#lib/admin/unowned-originals.ts';
import {
  indexOwnedItems,
  recordVariantSizes,
  type ScannedItem,
} from '#lib/admin/upgrade-table.ts';
import {
  openOriginals,
  openVariants,
  toOriginalKey,
} from '#shared/objects/image-buckets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { scanTable } from '#shared/table/scan.ts';

const now = new Date('2026-11-20T12:00:00Z');

// An upgrade changes the items of all users, so it has a table without those of other tests.
const ownTable = 'Upgraded';
beforeAll(async () => {
  await createTableBeside(ownTable);
  process.env.TABLE_NAME = ownTable;
});

const upgradeItems = () => {
  const pages = scanTable<ScannedItem>(newMeter(), ['user_id', 'collection']);
  return indexOwnedItems(table(), pages);
};

describe('an upgrade of data of earlier versions', () => {
  it('adds images, emails and provider accounts to the items of their owner', async () => {
    const { user_id } = await newUser();
    const id = newId(now);
    const claim = keys.providerAccount(newId(now));
    const oldKeys = [keys.image(id), keys.email(`${id}@old.example`), claim];
    for (const key of oldKeys) await table().put({ ...key, user_id }, isNew);
    await table().put({ ...keys.device(id), id }, isNew);

    const { items_indexed } = await upgradeItems();
    await upgradeItems();
    expect(items_indexed).toBeGreaterThanOrEqual(oldKeys.length);
    const collection = keys.ownedItems(user_id);
    const owned = await table().query<{ pk: string }>({ collection });
    const ownedKeys = owned.map(({ pk }) => pk);
    expect(ownedKeys).toEqual(expect.arrayContaining(oldKeys.map(({ pk }) => pk)));
  });

  it('moves an email with an international domain to its key in Punycode', async () => {
    const { user_id } = await newUser();
    const id = newId(now);
    const oldKey = { pk: `EMAIL#${id}@bücher.example`, sk: keys.email('').sk };
    await table().put({ ...oldKey, user_id, username: 'ann' }, isNew);
    await upgradeItems();
    expect(await table().get(oldKey)).toBeUndefined();
    const moved = await table().get(keys.email(`${id}@xn--bcher-kva.example`));
    expect(moved).toMatchObject({ user_id, username: 'ann' });
  });

  it('adds an email to the items of its owner if the other spelling has an account', async () => {
    const { user_id } = await newUser();
    const id = newId(now);
    const oldKey = { pk: `EMAIL#${id}@bücher.example`, sk: keys.email('').sk };
    const taken = keys.email(`${id}@xn--bcher-kva.example`);
    await table().put({ ...oldKey, user_id }, isNew);
    await table().put({ ...taken, user_id: 'other' }, isNew);
    await upgradeItems();
    const collection = keys.ownedItems(user_id);
    expect(await table().query({ collection })).toContainEqual(
      expect.objectContaining({ pk: oldKey.pk }),
    );
    expect(await table().get(taken)).toMatchObject({ user_id: 'other' });
  });

  it('finds the files of images without an item, from interrupted uploads', async () => {
    const [unowned, owned] = [newId(now), newId(now)];
    const dayMs = 24 * 60 * 60 * 1000;
    const later = new Date(now.getTime() + 9 * dayMs);
    // A device can still repeat this upload with its key, which adds the item of the same id.
    const recent = newId(new Date(now.getTime() + 2 * dayMs));
    const originals = openOriginals(newMeter());
    const file = { bytes: Buffer.from('image'), type: 'image/png' };
    for (const id of [unowned, owned, recent])
      await originals.put(toOriginalKey(id), file);
    await table().put({ ...keys.image(owned), id: owned }, isNew);

    const found = await Array.fromAsync(listUnownedOriginals(table(), originals, later));
    expect(found).toContain(toOriginalKey(unowned));
    expect(found).not.toContain(toOriginalKey(owned));
    expect(found).not.toContain(toOriginalKey(recent));
    for (const id of [unowned, recent]) await originals.delete(toOriginalKey(id));
  });

  it('records the sizes of stored variants', async () => {
    const id = newId(now);
    const variants = openVariants(newMeter());
    const file = { bytes: Buffer.from('image'), type: 'image/png' };
    for (const key of [`images/${id}`, `images/w_1,h_/${id}`])
      await variants.put(key, file);
    for (let run = 0; run < 2; run += 1)
      expect(await recordVariantSizes(table(), variants, now)).toBeGreaterThan(1);
    const item = await table().get<{ sizes: Set<string> }>(keys.imageVariants(id));
    expect([...(item?.sizes ?? [])].sort()).toEqual(['original', 'w_1,h_']);
  });
});
