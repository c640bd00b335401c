import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { recordChanges } from '#kit/recorded-changes.ts';

const { curves: _, ...run } = importedRun;

it.each([
  { title: 'whose energy is known', members: {} },
  { title: 'whose energy is unknown', members: { energy: undefined } },
  { title: 'at a place with another time', members: { utc_offset: 19_800 } },
])('an entry $title is not changed by what a client has read of it', async (row) => {
  const user_id = await newConnectedPerson(['polar']);
  await importWorkout(user_id, 'polar', { ...run, ...row.members } as typeof run);
  const send = callHandlerAs(user_id);
  const diary = { host: 'diary' } as const;
  const { body } = await send<{ items: { id: string }[] }>(
    'GET',
    '/v2/diary?entry_date=2026-11-20&fields=all',
    diary,
  );
  const [{ id = '', ...shown } = {}] = body.items;
  const { source: __, ...json } = shown as { source?: object };
  const path = `/v2/diary/${id}`;
  const records = await recordChanges(user_id, async () => {
    const changed = await send('PATCH', path, { ...diary, json });
    expect([changed.status, changed.body]).toEqual([200, { id, ...shown }]);
  });
  expect(records.flatMap((record) => deriveEvents(record)?.events ?? [])).toEqual([]);
});
