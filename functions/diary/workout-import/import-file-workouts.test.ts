import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import { isEdited, isImported } from '#functions/diary/merging/imported-entry.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { createFailingTable } from '#kit/failing-table.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { createInterleavedTable, createRacingTable } from '#kit/races.ts';
import { listSeriesProblems } from '#kit/workout-series.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { importFileWorkouts, type RecordedFileWorkout } from './import-file-workouts.ts';
import { deleteFileImport } from './remove-workouts.ts';
import { workoutRecordKeys } from './workout-record.keys.ts';

const day = '2026-11-20';
const days = { first: '2026-11-01', last: '2026-12-31' };
const file = newFile('run.fit');

const people: string[] = [];

afterEach(async () => {
  for (const user_id of people.splice(0))
    expect(await listSeriesProblems(user_id)).toEqual([]);
});

async function arrange() {
  const { user_id } = await newPerson();
  people.push(user_id);
  const diary = { table: table(), user_id };
  const listShown = async () => {
    const shown = await entries.listRange(diary, days);
    return shown
      .filter(isImported)
      .sort((one, other) => one.imported.start - other.imported.start);
  };
  const importOne = async (import_id: string, one = file) => {
    const [outcome] = await importFiles(user_id, import_id, [one]);
    if (!outcome) throw new Error('A file has an outcome.');
    return outcome;
  };
  /** Undoes an import. Returns how many entries are shown afterwards. */
  const undo = async (import_id: string, through: Table = table()) => {
    await deleteFileImport(through, { user_id, import_id });
    return (await listShown()).length;
  };
  const requireAddress = (id: string | undefined) => {
    const address = parseEntryId(id ?? '');
    if (!address) throw new Error('The workout has no entry.');
    return address;
  };
  const remove = (id: string | undefined) => deleteFromDiary(diary, requireAddress(id));
  const edit = (id: string | undefined, members: object, date?: string) =>
    update(diary, requireAddress(id), { date, set: { ...members }, remove: [] });
  const listRecords = () => table().query<Key>(workoutRecordKeys.fileWorkouts(user_id));
  const countRecords = async () => (await listRecords()).length;
  /** Makes the records those of 0.6.0. */
  const forgetReader = async () => {
    const change = { remove: ['start', 'sport', 'reader'] };
    for (const { pk, sk } of await listRecords())
      await table().updateWithoutReturnValues({ pk, sk }, change, exists);
  };
  const changes = { importOne, undo, remove, edit, forgetReader };
  return { user_id, diary, listShown, countRecords, ...changes };
}

describe('a file that is imported', () => {
  it('is one entry, which names the import and the file', async () => {
    const { importOne, listShown } = await arrange();
    const { outcome, entry_id } = await importOne('1');
    expect(outcome).toBe('created');
    expect(await listShown()).toMatchObject([
      {
        id: entry_id,
        date: day,
        duration: 1800,
        source: {
          import_id: '1',
          file_id: 'run',
          file_name: 'run.fit',
          remote_activity: 'running',
          data_source_id: 'watch',
        },
      },
    ]);
  });

  it('is the same after a repeat of the import', async () => {
    const { importOne, listShown } = await arrange();
    const first = await importOne('1');
    expect(await importOne('1')).toEqual(first);
    expect(await listShown()).toHaveLength(1);
  });

  it('is one entry if the import has it twice', async () => {
    const { user_id, listShown } = await arrange();
    const copy = { ...file, file_name: 'copy.fit' };
    const outcomes = await importFiles(user_id, '1', [file, copy]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'duplicate']);
    expect(await importFiles(user_id, '1', [file, copy])).toEqual(outcomes);
    expect(await listShown()).toHaveLength(1);
  });

  it('is a duplicate in another import, which names the entry', async () => {
    const { importOne, listShown } = await arrange();
    const { entry_id } = await importOne('1');
    const renamed = { ...file, file_name: 'again.fit' };
    expect(await importOne('2', renamed)).toEqual({ outcome: 'duplicate', entry_id });
    expect(await listShown()).toHaveLength(1);
  });

  it('is one entry after many imports at once', async () => {
    const { user_id, listShown, undo } = await arrange();
    const ids = Array.from({ length: 8 }, (_, index) => String(index));
    const outcomes = await Promise.all(ids.map((id) => importFiles(user_id, id, [file])));
    const created = outcomes.flat().filter(({ outcome }) => outcome === 'created');
    expect(created).toHaveLength(1);
    expect(new Set(outcomes.flat().map(({ entry_id }) => entry_id)).size).toBe(1);
    expect(await listShown()).toHaveLength(1);
    for (const id of ids.slice(1)) await undo(id);
    expect(await listShown()).toHaveLength(1);
    await undo('0');
    expect(await listShown()).toHaveLength(0);
  });

  it('has an entry for each of its workouts, on the local days', async () => {
    const { user_id, listShown } = await arrange();
    const swim = { ...recordedRun, start_time: '2026-11-20T15:00:00Z' };
    const night = { ...recordedRun, start_time: '2026-11-20T23:50:00Z' };
    const outcomes = await importFiles(user_id, '1', [newFile('race.fit', swim, night)]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    const ids = (await listShown()).map(({ source }) => source.file_id);
    expect(ids).toEqual(['race', 'race#1']);
  });

  it('of an evening in Tokyo is an entry of that day', async () => {
    const { importOne, listShown } = await arrange();
    const evening = { start_time: '2026-11-20T10:30:00Z', utc_offset: 9 * 3600 };
    await importOne('1', newFile('tokyo.gpx', { ...recordedRun, ...evening }));
    const morning = { start_time: '2026-11-20T22:30:00Z', utc_offset: 9 * 3600 };
    await importOne('1', newFile('morning.gpx', { ...recordedRun, ...morning }));
    expect(await listShown()).toMatchObject([
      { date: day, start_time: '2026-11-20T19:30:00+09:00' },
      { date: '2026-11-21', start_time: '2026-11-21T07:30:00+09:00' },
    ]);
  });

  it('is refused on a full day, and can be imported later', async () => {
    const { user_id, diary, importOne, countRecords, remove } = await arrange();
    await occupyDay(user_id, day, 500);
    expect(await importOne('1')).toEqual({ outcome: 'refused' });
    expect(await countRecords()).toBe(0);
    const [entry] = await entries.list(diary, day);
    await remove(entry?.id);
    expect(await importOne('1')).toMatchObject({ outcome: 'created' });
  });

  it('is left out if the store does not take it, and the others are imported', async () => {
    const { user_id, listShown, countRecords, undo } = await arrange();
    const files = ['a.fit', 'b.fit', 'c.fit'].map((name, index) => {
      const start_time = `2026-11-20T0${index}:00:00Z`;
      const remote_activity = index === 1 ? 'run \ud83d' : 'run';
      return newFile(name, { ...recordedRun, start_time, remote_activity });
    });
    using output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const outcomes = await importFiles(user_id, '1', files);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'created',
      'unstorable',
      'created',
    ]);
    expect(output.mock.calls).toEqual([[expect.stringContaining('"entry_unstorable"')]]);
    const shown = (await listShown()).map(({ source }) => source.file_id);
    expect(shown).toEqual(['a', 'c']);
    expect(await countRecords()).toBe(2);
    expect(await undo('1')).toBe(0);
  });

  it('is not taken for unstorable if it is to be removed, or the store is busy', async () => {
    const { user_id, importOne, undo } = await arrange();
    await importOne('1');
    const throwing = (name: string): Table => ({
      ...table(),
      transact: () => Promise.reject(Object.assign(new Error('No.'), { name })),
    });
    await expect(undo('1', throwing('ValidationException'))).rejects.toThrow('No.');
    const others = [newFile('other.fit')];
    for (const name of ['AccessDeniedException', 'ServiceError']) {
      const imported = importFiles(user_id, '1', others, throwing(name));
      await expect(imported).rejects.toThrow('No.');
    }
  });

  it('changes nothing if a condition of the import fails', async () => {
    const { user_id, listShown, countRecords } = await arrange();
    const check = dataSourceKeys.dataSource(user_id, 'import');
    const checks = [{ check, condition: exists }];
    const job = { user_id, import_id: '1', files: [file], checks };
    expect(await importFileWorkouts(table(), job, new Date())).toBeUndefined();
    expect(await listShown()).toEqual([]);
    expect(await countRecords()).toBe(0);
  });
});

describe('files with the same id', () => {
  const morning = { ...recordedRun, start_time: '2026-11-20T06:00:00Z', duration: 900 };
  const next = { ...morning, start_time: '2026-11-20T06:15:00Z' };
  const ride = {
    ...morning,
    activity_type_id: getActivityTypeId('ride'),
    remote_activity: 'cycling/road',
  };
  const toFile = (name: string, workout: RecordedFileWorkout) => ({
    ...newFile(name, workout),
    file_id: 'fit-1-1-0',
    isExact: false,
  });
  const files = [
    toFile('a.fit', morning),
    toFile('b.fit', next),
    toFile('c.fit', ride),
    toFile('copy.fit', morning),
  ];
  const isNew = ({ outcome }: { outcome: string }) => outcome === 'created';

  it('are as many workouts as they have starts and sports', async () => {
    const { user_id, undo, countRecords } = await arrange();
    const first = await importFiles(user_id, '1', files);
    expect(first.map(isNew)).toEqual([true, true, true, false]);
    expect(await countRecords()).toBe(3);
    expect(await importFiles(user_id, '1', files.toReversed())).toEqual(
      first.map((outcome) => outcome).toReversed(),
    );
    const again = await importFiles(user_id, '2', files.toReversed());
    expect(again.filter(isNew)).toEqual([]);
    await undo('2');
    await undo('1');
    expect(await countRecords()).toBe(0);
  });

  it('are as many in imports that run at once', async () => {
    const { user_id, countRecords } = await arrange();
    await Promise.all(
      files.map((one, index) => importFiles(user_id, String(index), [one])),
    );
    expect(await countRecords()).toBe(3);
  });

  it('find the one that 0.6.0 has imported', async () => {
    const { user_id, countRecords, forgetReader } = await arrange();
    await importFiles(user_id, '1', files.slice(0, 1));
    await forgetReader();
    const outcomes = await importFiles(user_id, '2', files);
    expect(outcomes.map(isNew)).toEqual([false, true, true, false]);
    expect(await countRecords()).toBe(3);
  });
});

describe('a file that another reader has read', () => {
  const first = { ...recordedRun, start_time: '2026-11-20T10:00:00Z' };
  const second = { ...recordedRun, start_time: '2026-11-21T10:00:00Z' };
  const third = { ...recordedRun, start_time: '2026-11-22T10:00:00Z' };
  const toFile = (...workouts: RecordedFileWorkout[]) => newFile('all.gpx', ...workouts);

  /** Imports workouts as 0.6.0 did, and returns the ids of their entries. */
  async function importOld(...workouts: RecordedFileWorkout[]) {
    const arranged = await arrange();
    const old = await importFiles(arranged.user_id, '1', [toFile(...workouts)]);
    await arranged.forgetReader();
    return { ...arranged, ids: old.map(({ entry_id }) => entry_id) };
  }

  it('gives its entry the values of today, in the same import', async () => {
    const { importOne, listShown, ids, undo } = await importOld(first);
    const better = toFile({ ...first, distance: 5000, avg_heart_rate: 140 });
    const corrected = { outcome: 'corrected', entry_id: ids[0] };
    expect(await importOne('2', better)).toEqual(corrected);
    expect(await listShown()).toMatchObject([
      { id: ids[0], distance: 5000, source: { import_id: '1', file_name: 'all.gpx' } },
    ]);
    const duplicate = { outcome: 'duplicate', entry_id: ids[0] };
    expect(await importOne('2', better)).toEqual(duplicate);
    expect(await importOne('3', toFile({ ...first, distance: 1 }))).toEqual(duplicate);
    for (const id of ['3', '2', '1']) await undo(id);
    expect(await listShown()).toEqual([]);
  });

  it('gives its entry a series, also if the person has edited or moved it', async () => {
    const { curves: _, ...without } = recordedRun;
    const starts = [first, second, third].map(({ start_time }) => ({ start_time }));
    const old = starts.map((start) => ({ ...without, ...start }));
    const { user_id, importOne, ids, edit } = await importOld(...old);
    await edit(ids[1], { distance: 4200 });
    await edit(ids[2], {}, '2026-12-05');
    const better = toFile(first, second, third);
    const outcomes = await importFiles(user_id, '1', [better]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(3).fill('corrected'));
    expect(await importOne('2', better)).toMatchObject({ outcome: 'duplicate' });
  });

  it('moves its entry to the day of today', async () => {
    const { importOne, listShown, countRecords, undo } = await importOld(first);
    const better = toFile({ ...first, utc_offset: -11 * 3600 });
    const { outcome, entry_id } = await importOne('2', better);
    expect(outcome).toBe('corrected');
    expect(await listShown()).toMatchObject([{ id: entry_id, date: '2026-11-19' }]);
    expect(await countRecords()).toBe(1);
    await undo('2');
    expect(await undo('1')).toBe(0);
  });

  it('is a duplicate if nothing has changed', async () => {
    const { importOne, ids } = await importOld(first);
    const duplicate = { outcome: 'duplicate', entry_id: ids[0] };
    expect(await importOne('2', toFile(first))).toEqual(duplicate);
  });

  it('keeps what the person has edited, moved or removed', async () => {
    const old = await importOld(first, second, third);
    const { importOne, edit, remove, listShown, user_id, ids } = old;
    await edit(ids[0], { distance: 4200 });
    await edit(ids[1], {}, '2026-12-05');
    await remove(ids[2]);
    const better = [first, second, third].map((one) => ({ ...one, distance: 5000 }));
    const outcomes = await importFiles(user_id, '1', [toFile(...better)]);
    expect(outcomes.map(({ outcome }) => outcome)).not.toContain('corrected');
    const shown = await listShown();
    expect(shown.map(({ distance }) => distance)).toEqual([4200, undefined]);
    expect(await importOne('1', toFile(...better))).toMatchObject({ outcome: 'created' });
  });

  it('stays removed when it is read again, and comes back in the next import', async () => {
    const { importOne, listShown, remove, ids } = await importOld(first);
    await remove(ids[0]);
    const better = toFile({ ...first, distance: 5000 });
    expect(await importOne('2', better)).toEqual({ outcome: 'duplicate' });
    expect(await listShown()).toEqual([]);
    expect(await importOne('3', better)).toMatchObject({ outcome: 'created' });
  });

  it('keeps a sport that the table of an archive told', async () => {
    const { importOne, listShown } = await importOld(first);
    const unknown = {
      ...first,
      activity_type_id: getActivityTypeId('other_import'),
      remote_activity: 'unknown',
      distance: 5000,
    };
    expect(await importOne('2', toFile(unknown))).toMatchObject({ outcome: 'corrected' });
    expect(await listShown()).toMatchObject([
      {
        exercise: { id: getActivityTypeId('run') },
        distance: 5000,
        source: { remote_activity: 'running' },
      },
    ]);
    const edited = (await listShown()).map(isEdited);
    expect(edited).toEqual([false]);
  });

  it.each([
    { title: 'more before', old: [second, third], today: [first, second, third] },
    { title: 'more between', old: [first, third], today: [first, second, third] },
    { title: 'fewer', old: [first, second, third], today: [second, third] },
  ])('is each of its workouts once, if it has $title', async ({ old, today }) => {
    const { user_id, listShown } = await importOld(...old);
    const better = today.map((one) => ({ ...one, distance: 5000 }));
    await importFiles(user_id, '2', [toFile(...better)]);
    const starts = new Set([...old, ...today].map(({ start_time }) => start_time));
    const shown = await listShown();
    expect(shown).toHaveLength(starts.size);
    expect(shown.filter(({ distance }) => distance === 5000)).toHaveLength(today.length);
  });

  it('is the same workout if its start is another', async () => {
    const { importOne, listShown, ids } = await importOld(first);
    const later = { ...first, start_time: '2026-11-20T10:05:00Z' };
    expect(await importOne('2', toFile(later))).toEqual({
      outcome: 'corrected',
      entry_id: ids[0],
    });
    expect(await listShown()).toHaveLength(1);
  });
});

describe('a file whose entry the person has removed', () => {
  it('stays removed in a repeat of the import, and comes back in another', async () => {
    const { importOne, remove, listShown } = await arrange();
    const { entry_id } = await importOne('1');
    await remove(entry_id);
    expect(await importOne('1')).toEqual({ outcome: 'duplicate' });
    expect(await listShown()).toEqual([]);
    const again = await importOne('2');
    expect(again.outcome).toBe('created');
    expect(again.entry_id).not.toBe(entry_id);
    expect(await listShown()).toHaveLength(1);
    expect(await importOne('2')).toEqual(again);
  });

  it('is not removed by undoing the import from before', async () => {
    const { importOne, remove, undo, countRecords } = await arrange();
    await remove((await importOne('1')).entry_id);
    await importOne('2');
    expect(await undo('1')).toBe(1);
    expect(await undo('2')).toBe(0);
    expect(await countRecords()).toBe(0);
  });
});

describe('undoing an import', () => {
  it('removes its entries, so that the file can be imported again', async () => {
    const { importOne, undo, listShown, countRecords } = await arrange();
    await importOne('1');
    expect(await undo('1')).toBe(0);
    expect(await countRecords()).toBe(0);
    expect(await undo('1')).toBe(0);
    expect(await importOne('1')).toMatchObject({ outcome: 'created' });
    expect(await listShown()).toHaveLength(1);
  });

  it.each([
    ['1', '2', '3'],
    ['2', '1', '3'],
    ['3', '2', '1'],
    ['1', '3', '2'],
  ])(
    'passes the entry on while another import has the file: %s, %s, %s',
    async (...order) => {
      const { importOne, undo, listShown } = await arrange();
      for (const id of ['1', '2', '3']) {
        await importOne(id, { ...file, file_name: `${id}.fit` });
      }
      const left = ['1', '2', '3'];
      for (const id of order.slice(0, -1)) {
        expect(await undo(id)).toBe(1);
        left.splice(left.indexOf(id), 1);
        const [shown] = await listShown();
        const import_id = shown?.source.import_id ?? '';
        expect(left).toContain(import_id);
        expect(shown?.source.file_name).toBe(`${import_id}.fit`);
      }
      expect(await undo(order.at(-1) ?? '')).toBe(0);
    },
  );

  it('keeps what the person has edited or moved, which is then a duplicate', async () => {
    const { user_id, importOne, edit, undo, listShown } = await arrange();
    const moved = newFile('moved.fit', {
      ...recordedRun,
      start_time: '2026-11-22T08:00:00Z',
    });
    const outcomes = await importFiles(user_id, '1', [file, moved]);
    const [first, second] = outcomes.map(({ entry_id }) => entry_id);
    await edit(first, { distance: 4200 });
    await edit(second, {}, '2026-12-05');
    expect(await undo('1')).toBe(2);
    expect((await listShown()).map(({ date }) => date)).toEqual([day, '2026-12-05']);
    expect(await importOne('2')).toEqual({ outcome: 'duplicate', entry_id: first });
    expect(await listShown()).toHaveLength(2);
    expect(await undo('2')).toBe(2);
  });

  it('passes on what the person has moved to another day', async () => {
    const { importOne, edit, undo, listShown } = await arrange();
    const { entry_id } = await importOne('1');
    await importOne('2');
    await edit(entry_id, {}, '2026-12-05');
    await undo('1');
    expect(await listShown()).toMatchObject([
      { date: '2026-12-05', source: { import_id: '2' } },
    ]);
  });

  it('leaves the entry to an import of the file that comes in between', async () => {
    const { importOne, listShown, undo } = await arrange();
    await importOne('1');
    const racing = createRacingTable('before its transact', () => importOne('2'));
    expect(await undo('1', racing)).toBe(1);
    expect(await listShown()).toMatchObject([{ source: { import_id: '2' } }]);
    expect(await undo('2')).toBe(0);
  });

  it('makes an import of the file that comes too late create a new entry', async () => {
    const { user_id, importOne, listShown, undo } = await arrange();
    const { entry_id } = await importOne('1');
    const racing = createRacingTable('before its transact', () => undo('1'));
    const [again] = await importFiles(user_id, '2', [file], racing);
    expect(again?.outcome).toBe('created');
    expect(again?.entry_id).not.toBe(entry_id);
    expect(await listShown()).toHaveLength(1);
  });
});

describe('a file and the copy of a provider are one workout', () => {
  it.each(['file first', 'provider first'])('whatever comes first: %s', async (order) => {
    const { user_id, importOne, undo, listShown } = await arrange();
    await addConnection(user_id, 'polar');
    const steps = [
      () => importOne('1'),
      () => importWorkout(user_id, 'polar', { ...importedRun, distance: 4200 }),
    ];
    if (order === 'provider first') steps.reverse();
    for (const step of steps) await step();
    const [shown, ...others] = await listShown();
    expect(others).toEqual([]);
    expect(shown?.source.file_name).toBe('run.fit');
    expect(shown?.duplicates).toMatchObject([
      {
        remote_connection_type: 'polar',
        remote_id: '1',
        matched_by: 'overlap',
        decided_by: 'recording_device',
      },
    ]);
    await undo('1');
    const [left] = await listShown();
    expect(left?.source.remote_connection_type).toBe('polar');
    expect(left?.duplicates).toBeUndefined();
  });

  it('and one that names no device ranks with copies of others', async () => {
    const { user_id, importOne, listShown } = await arrange();
    await addConnection(user_id, 'polar');
    await importWorkout(user_id, 'polar', importedRun);
    const { data_source_id: _, ...track } = recordedRun;
    await importOne('1', newFile('track.gpx', { ...track, distance: 4200 }));
    const [shown] = await listShown();
    expect(shown?.source.remote_connection_type).toBe('polar');
    expect(shown?.duplicates).toMatchObject([
      { import_id: '1', file_id: 'track', file_name: 'track.gpx' },
    ]);
  });

  it('like the files of two devices, and two files of one device', async () => {
    const { user_id, listShown } = await arrange();
    const phone = newFile('phone.gpx', {
      ...recordedRun,
      data_source_id: 'phone',
      distance: 4300,
      duration: 1750,
    });
    await importFiles(user_id, '1', [phone, file]);
    await importFiles(user_id, '1', [newFile('copy.tcx')]);
    const [shown, ...others] = await listShown();
    expect(others).toEqual([]);
    expect(shown?.source.file_name).toBe('phone.gpx');
    expect(shown?.duplicates?.map((each) => each.decided_by)).toEqual([
      'more_data',
      'more_data',
    ]);
  });
});

it('two parts of one device are one with a file of the whole', async () => {
  const { user_id, listShown } = await arrange();
  const first = { ...recordedRun, duration: 800 };
  const second = { ...recordedRun, start_time: '2026-11-20T17:15:00Z', duration: 900 };
  const phone = { ...recordedRun, data_source_id: 'phone' };
  await importFiles(user_id, '1', [
    newFile('a.fit', first),
    newFile('b.fit', second),
    newFile('whole.gpx', phone),
  ]);
  const [shown, ...others] = await listShown();
  expect(others).toEqual([]);
  expect(shown?.duplicates?.map((each) => [each.file_name, each.decided_by])).toEqual([
    ['a.fit', 'whole'],
    ['b.fit', 'whole'],
  ]);
});

describe('an interruption around the write to the store', () => {
  // An import and its undoing have a write each.
  const faults = [{ isWritten: true }, { isWritten: false }];

  it.each(faults)(
    'leaves what a repeat completes: written: $isWritten',
    async ({ isWritten }) => {
      const fault = { number: 1, isWritten };
      const { user_id, listShown, undo, countRecords } = await arrange();
      const night = { ...recordedRun, start_time: '2026-11-22T22:00:00Z' };
      const files = [file, newFile('race.fit', recordedRun, night)];
      const interrupted = importFiles(user_id, '1', files, createFailingTable(fault));
      await expect(interrupted).rejects.toThrow('ended');
      const outcomes = await importFiles(user_id, '1', files);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(3).fill('created'));
      const ids = outcomes.map(({ entry_id }) => entry_id);
      // Two of the three are one workout.
      const shown = await listShown();
      expect(shown).toHaveLength(2);
      expect(ids).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));

      await expect(undo('1', createFailingTable(fault))).rejects.toThrow('ended');
      expect(await undo('1')).toBe(0);
      expect(await countRecords()).toBe(0);
    },
  );

  it('is also a time for undoing the import that had the file before', async () => {
    let hasRun = true;
    for (let number = 1; hasRun; number += 1) {
      const { user_id, importOne, undo, listShown, countRecords } = await arrange();
      await importOne('1');
      const interleaved = createInterleavedTable(number, () => undo('1'));
      const [again] = await importFiles(user_id, '2', [file], interleaved.table);
      hasRun = interleaved.hasRun();
      await undo('1');
      expect(await listShown()).toMatchObject([
        { id: again?.entry_id, source: { import_id: '2' } },
      ]);
      expect(await undo('2')).toBe(0);
      expect(await countRecords()).toBe(0);
    }
  });
});
