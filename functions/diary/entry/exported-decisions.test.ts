import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { importExportedRun } from '#kit/exported-workouts.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { recordChanges } from '#kit/recorded-changes.ts';
import type { Method } from '#shared/contract/endpoint.ts';

const day = '2026-11-20';
const exported = { file_id: 'export:polar#1' };

interface Entry {
  id: string;
  items: Entry[];
  source: { separated_from: object[]; duplicates: object[] };
}

/**
 * A person with the run of Withings, from which they have separated the one of Polar that an
 * export has brought.
 */
async function arrange() {
  const user_id = await newConnectedPerson(['withings']);
  await importWorkout(user_id, 'withings', importedRun);
  await importExportedRun(user_id, 'polar');
  const open = (...hidden: string[]) => {
    const send = callHandlerAs(user_id, () => {}, hidden);
    return (method: Method, path: string, json?: object) =>
      send<Entry>(method, `/v2/diary${path}`, { host: 'diary', ...(json && { json }) });
  };
  const [owner, restricted] = [open(), open('polar')];
  const list = (call = owner) => call('GET', `?entry_date=${day}&fields=all`);
  const { body } = await list(restricted);
  const id = body.items[0]?.id ?? '';
  const decide = (source: object, call = owner) => call('PATCH', `/${id}`, { source });
  const { status } = await decide({ separated_from: [exported] });
  expect(status).toBe(200);
  return { user_id, owner, restricted, list, decide, id };
}

it("no decision about an export's workout is made or ended by who may not see it", async () => {
  const { owner, restricted, decide, id } = await arrange();
  const unknown = await decide({ joined_with: [{ file_id: 'x' }] }, restricted);
  const hidden = await decide({ joined_with: [exported] }, restricted);
  expect([hidden.status, hidden.text]).toEqual([422, unknown.text]);
  const ended = await decide({ separated_from: [] }, restricted);
  expect([ended.status, ended.body.source.separated_from]).toEqual([200, []]);
  const { body } = await owner('GET', `/${id}`);
  expect(body.source.separated_from).toEqual([exported]);
});

it('an event of a decision about it tells nothing to them', async () => {
  const { user_id, owner, list, decide, id } = await arrange();
  const { body } = await list();
  const other = body.items.find((item) => item.id !== id);
  expect((await owner('DELETE', `/${other?.id}`)).status).toBe(204);
  const records = await recordChanges(user_id, async () => {
    await decide({ separated_from: [] });
  });
  const events = records.flatMap((record) => deriveEvents(record)?.events ?? []);
  expect(events).toMatchObject([
    { type: 'diary_entry.updated', views: { outcomes: { polar: 'none' } } },
  ]);
});
