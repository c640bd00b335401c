import { expect, it } from 'vitest';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import type {
  DataSourceChange,
  PriorityType,
} from '#functions/main/data-source/data-source.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import consumer from './consumer.ts';

const { toMessage } = consumer.rule;

/** Stores an active data source. Returns functions that change and read it. */
async function arrangeSource() {
  const { user_id } = await newPerson();
  const key = dataSourceKeys.dataSource(user_id, 'watch');
  const source = { active: true, priorities: {} };
  await table().put({ ...key, ...source }, isNew);
  const count = { ...dataSourceKeys.dataSourceCount(user_id), active: 1, total: 1 };
  await table().put(count, isNew);
  const read = async () => ({ ...key, ...source, ...(await table().get(key)) });
  return {
    key,
    read,
    async prefer(type: PriorityType, since: string) {
      await dataSources.prefer(table(), user_id, { id: 'watch', type, since });
      return read();
    },
    async update(fields: DataSourceChange) {
      await dataSources.update(table(), { user_id, hidden_types: [] }, 'watch', fields);
      return read();
    },
  };
}

const toMergeMessage = (key: Key) => ({ ...key, reason: 'priorities_changed' });

it('a preference for activities merges imported entries again, each time it is set', async () => {
  const source = await arrangeSource();
  const created = await source.read();
  const preferred = await source.prefer('activity', '2026-11-20T09:30:00.000Z');
  expect(toMessage(preferred, created)).toEqual(toMergeMessage(source.key));

  const preferredAgain = await source.prefer('activity', '2026-11-21T09:30:00.000Z');
  expect(toMessage(preferredAgain, preferred)).toEqual(toMergeMessage(source.key));
});

it('the end of a preference by a deactivation merges imported entries again', async () => {
  const source = await arrangeSource();
  const preferred = await source.prefer('activity', '2026-11-20T09:30:00.000Z');
  const deactivated = await source.update({ active: false });
  expect(toMessage(deactivated, preferred)).toEqual(toMergeMessage(source.key));
  // The record is replayed with the current item only.
  expect(toMessage(deactivated)).toEqual(toMergeMessage(source.key));
});

it('no other write of a data source makes a message', async () => {
  const source = await arrangeSource();
  const created = await source.read();
  expect(toMessage(created)).toBeUndefined();
  const forSleep = await source.prefer('sleep', '2026-11-20T09:30:00.000Z');
  expect(toMessage(forSleep, created)).toBeUndefined();

  const preferred = await source.prefer('activity', '2026-11-21T09:30:00.000Z');
  const renamed = await source.update({ name: 'Watch' });
  expect(toMessage(renamed, preferred)).toBeUndefined();

  const deactivated = await source.update({ active: false });
  const renamedAgain = await source.update({ name: 'Old watch' });
  expect(toMessage(renamedAgain, deactivated)).toBeUndefined();
});

it('the record of a preference that could not be passed on can be replayed', async () => {
  const source = await arrangeSource();
  const preferred = await source.prefer('activity', '2026-11-20T09:30:00.000Z');
  expect(toMessage(preferred)).toEqual(toMergeMessage(source.key));
});
