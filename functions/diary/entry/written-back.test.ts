import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { recordChanges } from '#kit/recorded-changes.ts';
import { compact } from '#shared/runtime/compact.ts';

const { curves: _, ...run } = importedRun;

interface Entry {
  id: string;
  source: object;
}

it.each([
  { title: 'whose energy is known', members: {} },
  { title: 'whose energy is unknown', members: { energy: undefined } },
  { title: 'at a place with another time', members: { utc_offset: 19_800 } },
])('an entry $title is not changed by what a client has read of it', async (row) => {
  const user_id = await newConnectedPerson(['polar']);
  await importWorkout(user_id, 'polar', compact({ ...run, ...row.members }));
  const send = callHandlerAs(user_id);
  const diary = { host: 'diary' } as const;
  const list = '/v2/diary?entry_date=2026-11-20&fields=all';
  const { body } = await send<{ items: Entry[] }>('GET', list, diary);
  const [shown] = body.items;
  const { id = '', source: __, ...json } = shown ?? {};
  const path = `/v2/diary/${id}`;
  const records = await recordChanges(user_id, async () => {
    const changed = await send('PATCH', path, { ...diary, json });
    expect([changed.status, changed.body]).toEqual([200, shown]);
  });
  expect(records.flatMap((record) => deriveEvents(record)?.events ?? [])).toEqual([]);
});
