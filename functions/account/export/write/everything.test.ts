import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { accountKeys } from '#functions/account/account.keys.ts';
import { eventKeys } from '#functions/account/event/event.keys.ts';
import { keys } from '#functions/account/item-kinds.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { toFoodDigest } from '#functions/diary/food-import/food-batch.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import { toFieldsDigest } from '#functions/diary/merging/imported-entry.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import { encodeCurves } from '#functions/diary/series/series-codec.ts';
import { workoutRecordKeys } from '#functions/diary/workout-import/workout-record.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { openOriginals, toOriginalKey } from '#functions/main/image/image.store.ts';
import { readArchive } from '#kit/archive.ts';
import { table } from '#kit/fixtures.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { useKeys } from '#shared/quota/use.keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { isNew } from '#shared/table/condition.ts';
import { type Key, toOwnedAttributes } from '#shared/table/keys.ts';
import { findItemKind, itemKinds } from '../../item-kinds.ts';
import * as dataExports from '../data-export.store.ts';
import { openExportFiles, openExportUploads } from '../export-files.ts';
import { toArchiveKey } from '../export-keys.ts';
import {
  type DocumentName,
  type DocumentObject,
  documentNames,
  exportDocuments,
  getDocumentKind,
} from './documents.ts';
import { runExport } from './run-export.ts';

const now = new Date('2026-11-20T12:00:00Z');
const user_id = newId(now);
const exportId = newId(now);
const imageId = newId(now);
const clientId = newId(now);
/** The id of an entry is its batch, position in the batch, date, and `e` or `f` for its type. */
const batch = newId(now);
/** The id of an entry that was moved to the exported day. */
const movedEntryId = `${newId(new Date(now.getTime() + 1000))}0020261104f`;
const created_datetime = '2026-11-01T08:00:00.000Z';
const expires_at = 2_000_000_000;
/** A text in every secret. No file of the export may contain the text. */
const canary = 'canary-of-a-secret';
const imageFile = Buffer.from('the bytes of an image');
const keptFile = Buffer.from('the bytes of a file');

/** A stored item: its key, the members that the export shows, and those that it hides. */
interface Sample {
  key: Key;
  shown: DocumentObject;
  hidden?: DocumentObject;
  /** Absent if the document has the members of the item. */
  expected?: readonly DocumentObject[];
}

const profile = {
  id: user_id,
  username: 'ann',
  display_name: 'Ann "Annie" Lee',
  email: 'ann@example.com',
  date_joined: created_datetime,
  disabled_datetime: created_datetime,
  locale: 'de-AT',
  time_zone: 'Europe/Vienna',
  distance_unit: 'miles',
  weight_unit: 'pounds',
  energy_unit: 'kilojoules',
  first_weekday: 'sunday',
};
const device = { id: 'garmin_fr-935', manufacturer: 'Garmin', model: 'FR-935' };
const exercise = {
  type: 'exercise',
  date: '2026-11-05',
  exercise: { id: '7' },
  start_time: '2026-11-05T07:00:00Z',
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
  elevation_change: -12.5,
} as const;
/** What the exercises get in an export: the name of their activity type, in its language. */
const named = {
  exercise: { id: '7', name: 'Bergablauf' },
  energy_source: 'stated',
};
const food = {
  type: 'food_entry',
  date: '2026-11-05',
  diary_meal: 'Breakfast',
  food: { name: '=HYPERLINK("http://evil.example")', brand: 'Häfer, "fein"' },
  servings: 2,
  nutritional_contents: { energy: { unit: 'calories', value: 150 }, protein: 5.1 },
} as const;
const ofTable = { import_id: 'import', file_name: 'food.csv' };
const foodDigest = toFoodDigest(food);
const shownTable = { origin: 'file', ...ofTable, file_id: foodDigest };
const imported = {
  date: '2026-11-05',
  start: 1_900_000_000,
  duration: 1800,
  activity_type_id: 'running',
  read_at: 1_900_000_000_000,
};
const source = {
  remote_connection_type: 'polar',
  remote_connection_id: 'connection',
  remote_id: '42',
  remote_activity: 'RUNNING',
  data_source_id: null,
};
const duplicate = { ...exercise, source, hidden_by: `${batch}0020261105e` };
/** How an export shows the origin of the workout. */
const shownSource = {
  origin: 'connection',
  ...source,
  duplicates: [],
  separated_from: [],
  joined_with: [],
};
const plain = { source: { origin: 'application' } };
const unknownMembers = {
  avg_heart_rate: null,
  max_heart_rate: null,
  distance: null,
  max_speed: null,
};

const ownApplication = {
  client_id: clientId,
  name: 'Trail maps',
  redirect_uris: ['https://app.example/callback'],
  grant_types: ['authorization_code'],
  native: false,
  pkce_required: false,
  scopes: ['diary.read'],
  client_uri: 'https://app.example/',
  created_datetime,
};

const event = {
  id: 'evt_1',
  type: 'diary_entry.updated',
  timestamp: created_datetime,
  resource: { type: 'diary_entry', id: movedEntryId },
  date: '2026-11-05',
  previous_date: '2026-11-04',
  remote_connection_type: 'polar',
};

const measured = {
  id: 'evt_2',
  type: 'measurements.updated',
  timestamp: created_datetime,
  resource: { type: 'measurements', id: 'weight' },
  date: '2026-11-04',
  last_date: '2026-11-05',
};

const curves = {
  series: {
    seconds: [0, 15],
    distance: [0, 48.5],
    elevation: [520, null],
    heart_rate: [118, 121],
    speed: [3.2, 3.25],
    cadence: [160, 162],
    power: [210, 230],
    laps: [{ start: 0, duration: 15, distance: 48.5 }],
    summed: { distance: 48.5 },
  },
  outline: [[[48.137_15, 11.576_12] as const]],
};

const importedLine = {
  number: 0,
  name: 'run.fit',
  state: 'imported',
  entries: [`${batch}0020261105e`],
};

/** The samples whose values matter, or that the export converts. */
const handwritten: Partial<Record<DocumentName, Sample>> = {
  user: {
    key: identityKeys.user(user_id),
    shown: profile,
    hidden: {
      collection: identityKeys.users(),
      collection_sk: user_id,
      connected_types: new Set(['strava', 'polar']),
    },
    expected: [{ ...profile, connected_types: ['polar', 'strava'] }],
  },
  email_links: {
    key: emailLinkKeys.emailLink(user_id, 'link'),
    shown: {
      id: 'link',
      purpose: 'email_change',
      email: 'new@example.com',
      previous_email: 'ann@example.com',
      display_name: 'Ann',
      expires_at,
      used_at: 1_900_000_000,
    },
    hidden: { user_id, digests: { a: canary }, password_digest: canary, ttl: expires_at },
  },
  sessions: {
    key: sessionKeys.session(user_id, 'session'),
    shown: {
      id: 'session',
      browser: 'Firefox, Windows',
      created_datetime,
      expires_at,
    },
    hidden: { user_id, digest: canary, ttl: expires_at },
  },
  trusted_devices: {
    key: sessionKeys.trustedDevice(user_id, canary),
    shown: {
      browser: 'Safari, macOS',
      created_datetime,
      last_used_on: '2026-11-02',
      expires_at,
    },
    hidden: { id: canary, ttl: expires_at },
  },
  grants: {
    key: grantKeys.grant(user_id, 'grant'),
    shown: {
      id: 'grant',
      username: 'ann',
      client_id: 'client',
      application_name: 'Runner',
      scope: 'diary.read',
      opted_in_types: ['polar'],
      created_datetime,
      redeemed_at: 1_800_000_000,
      rotated_at: 1_800_000_100,
      last_used_on: '2026-11-03',
      expires_at,
      revoked_at: 1_900_000_000,
      redirect_uri: 'https://app.example/callback',
      access_scope: 'diary.read',
      access_expires_at: expires_at,
    },
    hidden: {
      user_id,
      code_digest: canary,
      code_challenge: canary,
      salt: canary,
      access_digest: canary,
      refresh_digest: canary,
      previous_access_digest: canary,
      previous_refresh_digest: canary,
      generation: 2,
      ttl: expires_at,
    },
  },
  application_use: {
    key: useKeys.userUse(user_id, '2026-11-05#client'),
    shown: {},
    hidden: {
      day: 8,
      q37: 6,
      q4: 2,
      reads_diary: 5,
      dates_diary_a: new Set(['2026-10-01', '2026-10-09']),
      dates_diary_b: new Set(['2026-11-05']),
      reads_profile: 1,
      ttl: expires_at,
    },
    expected: [
      {
        client_id: 'client',
        date: '2026-11-05',
        units: 8,
        units_by_time: { '01:00': 2, '09:15': 6 },
        reads: [
          { kind: 'profile', reads: 1 },
          {
            kind: 'diary',
            reads: 5,
            earliest_date: '2026-10-01',
            latest_date: '2026-11-05',
          },
        ],
      },
    ],
  },
  own_applications: {
    key: clientKeys.ownApplications(user_id),
    shown: {},
    hidden: { client_ids: new Set([clientId]) },
    expected: [ownApplication],
  },
  data_sources: {
    key: dataSourceKeys.dataSource(user_id, 'source'),
    shown: {
      id: 'source',
      name: 'Uhr ⌚',
      active: false,
      advertised_name: 'FR',
      serial_number: '123',
      bluetooth_device_address: 'aa:bb',
      firmware_version: '1.2',
      hardware_version: null,
      created_datetime,
      device,
      priorities: { activity: created_datetime },
    },
  },
  measurements: {
    key: measurementKeys.measurements(user_id, 'weight#2026-11'),
    shown: {},
    hidden: {
      origins: { a1: { kind: 'application', client_id: clientId } },
      values: {
        'a1 1795155000': {
          date: '2026-11-20',
          time: '2026-11-20T07:10:00+01:00',
          value: 80.1,
          external_id: 'w1',
        },
      },
      deleted: { 'a1 1795155060': 1_795_155_100 },
    },
    expected: [
      {
        id: 'weight-202611-a1-1795155000',
        type: 'weight',
        date: '2026-11-20',
        time: '2026-11-20T07:10:00+01:00',
        value: 80.1,
        unit: 'kg',
        external_id: 'w1',
        source: { kind: 'application', client_id: clientId },
      },
    ],
  },
  remote_connections: {
    key: originKeys.remoteConnection(user_id, 'connection'),
    shown: {
      id: 'connection',
      type: 'polar',
      remote_id: 'ann-at-polar',
      created_datetime,
      last_sync_time: created_datetime,
      status: 'connected',
      unreadable_workouts: 1,
    },
    hidden: {
      provider_tokens: {
        wrapped_key: Buffer.from(canary),
        ciphertext: Buffer.from(canary),
      },
      sync_cursor: canary,
      sync_failures: 1,
    },
  },
  imported_workouts: {
    key: workoutRecordKeys.importedWorkout(user_id, 'digest'),
    shown: {
      remote_connection_type: 'polar',
      remote_connection_id: 'connection',
      batch,
      storage_date: '2026-11-05',
    },
    hidden: { replaced: [] },
  },
  file_workouts: {
    key: workoutRecordKeys.fileWorkout(user_id, 'digest'),
    shown: {
      file_id: 'file',
      imports: { import: 'run.fit' },
      batch,
      storage_date: '2026-11-05',
    },
    hidden: { replaced: [] },
  },
  workout_series: {
    key: seriesKeys.workoutSeries(user_id, batch),
    shown: { remote_connection_type: 'polar' },
    hidden: { ...encodeCurves(curves) },
    expected: [
      {
        batch,
        remote_connection_type: 'polar',
        ...curves.series,
        outline: curves.outline,
      },
    ],
  },
  file_imports: {
    key: fileImportKeys.importJob(user_id, 'import'),
    shown: {
      id: 'import',
      state: 'done',
      created_datetime,
      completed_datetime: created_datetime,
      name: 'Old watch',
      file_name: 'run.fit',
      file: 'imports/import/run.fit',
      bytes: keptFile.length,
      timezone: 'Europe/Vienna',
      external_id: 'run-1',
      keeps_file: true,
      client_id: 'client',
      counts: { imported: 1, duplicate: 0, skipped: 0, failed: 0 },
      entries: 1,
      files_done: 1,
    },
    hidden: { cursor: 1, step: 1, starts: 0 },
  },
  imported_files: {
    key: fileImportKeys.importLines(user_id, 'import#0000'),
    shown: {},
    hidden: { files: [importedLine], count: 1 },
    expected: [{ import_id: 'import', ...importedLine }],
  },
  images: {
    key: imageKeys.image(imageId),
    shown: {
      id: imageId,
      file: `images/${imageId}.jpg`,
      client_id: 'app',
      href: '/v7.1/page/1',
      rel: 'cover_photo',
      index: 0,
      type: 'image/jpeg',
      width: 20,
      height: 10,
      bytes: imageFile.length,
      created_datetime,
    },
    hidden: { user_id, ...toOwnedAttributes(user_id, imageKeys.image(imageId)) },
  },
  diary: {
    key: dayKeys.diaryDay(user_id, '2026-11-05'),
    shown: {},
    hidden: {
      own_entries: 2,
      own_bytes: 1000,
      [batch]: {
        0: exercise,
        1: { ...food, origin: 'person' },
        2: { ...duplicate, imported: { ...imported, digest: canary } },
        3: { ...duplicate, imported: { ...imported, digest: toFieldsDigest(exercise) } },
        4: { ...food, from_file: { ...ofTable, file_id: foodDigest } },
        5: { ...food, servings: 3, from_file: { ...ofTable, file_id: foodDigest } },
      },
      [movedEntryId]: food,
      // An entry of this day that was moved to another day.
      [`${newId(now)}0020261105e`]: '2026-11-06',
    },
    expected: [
      { id: `${batch}0020261105e`, ...exercise, ...named, ...unknownMembers, ...plain },
      { id: `${batch}0120261105f`, ...food, source: { origin: 'person' } },
      {
        id: `${batch}0220261105e`,
        ...duplicate,
        ...named,
        ...unknownMembers,
        source: shownSource,
        imported,
        is_edited: true,
      },
      {
        id: `${batch}0320261105e`,
        ...duplicate,
        ...named,
        ...unknownMembers,
        source: shownSource,
        imported,
      },
      { id: `${batch}0420261105f`, ...food, source: shownTable },
      {
        id: `${batch}0520261105f`,
        ...food,
        servings: 3,
        source: shownTable,
        is_edited: true,
      },
      { id: movedEntryId, ...food, ...plain },
    ],
  },
  erasure: {
    key: identityKeys.erasure(user_id),
    shown: {
      id: 'erasure',
      state: 'cancelled',
      reason: 'person',
      requested_datetime: created_datetime,
      due_datetime: created_datetime,
      language: 'de',
    },
    hidden: { ttl: expires_at },
  },
  events: {
    key: eventKeys.eventRow(user_id, '0000000000000007'),
    shown: {},
    hidden: {
      events: [{ ...event, views: { types: ['strava'], outcomes: {} } }, measured],
      ttl: expires_at,
    },
    expected: [event, measured],
  },
  exports: {
    key: accountKeys.dataExports(user_id),
    shown: {},
    expected: [
      {
        id: exportId,
        state: 'running',
        created_datetime: now.toISOString(),
        language: 'en',
        files_done: 0,
        archives: [],
      },
    ],
  },
};

/** Builds a sample from the members of a document. The value of each is its name. */
function buildSample(name: DocumentName): Sample {
  const members = Object.entries(exportDocuments[name].members);
  const shown = members.filter(([, rule]) => typeof rule === 'object');
  const hidden = members.filter(([, rule]) => typeof rule !== 'object');
  return {
    key: keys[getDocumentKind(name)](user_id, name),
    shown: Object.fromEntries(shown.map(([member]) => [member, member])),
    hidden: Object.fromEntries(hidden.map(([member]) => [member, canary])),
  };
}

const samples = new Map(
  documentNames.map((name) => [name, handwritten[name] ?? buildSample(name)]),
);

/** Stores the samples, and runs the export. Returns the files of its archive. */
async function exportEverything(): Promise<Map<string, Buffer>> {
  for (const { key, shown, hidden } of samples.values()) {
    // The name of a file in the archive is not stored, and `startExport` stores the item of the exports.
    const { file: _, ...members } = shown as { file?: string };
    if (key.sk === 'EXPORTS') continue;
    await table().put<object>({ ...key, ...members, ...hidden }, isNew);
  }
  const hiddenMembers = { owner_id: user_id, secrets: [{ digest: canary }] };
  const client = { ...ownApplication, ...hiddenMembers };
  await table().put<object>({ ...clientKeys.client(clientId), ...client }, isNew);
  const original = { bytes: imageFile, type: 'image/jpeg' };
  await openOriginals(newMeter()).put(toOriginalKey(imageId), original);
  const importFiles = openImportFiles(newMeter());
  const kept = { bytes: keptFile, type: 'application/octet-stream' };
  await importFiles.put(
    toImportFileKey(user_id, { id: 'import', keeps_file: true }),
    kept,
  );

  const stores = { table: table(), dataKeys: openDataKeys };
  const asked_by = { access_generation: 0 };
  // The person has chosen German.
  const newExport = { id: exportId, language: 'en', asked_by };
  await dataExports.startExport(stores, user_id, newExport, now);
  const exportFiles = openExportFiles(newMeter());
  const deps = {
    table: table(),
    originals: openOriginals(newMeter()),
    importFiles,
    exportFiles,
    uploads: openExportUploads(newMeter()),
    limits: { bytes: 1_000_000, files: 1000, isTimeUp: () => false },
    getNow: () => now,
  };
  const outcome = await runExport(deps, user_id, { id: exportId, archive: 1 });
  expect(outcome).toEqual({ outcome: 'done' });

  const item = await dataExports.find(table(), user_id);
  const [{ id = '' } = {}] = item?.exports[exportId]?.archives ?? [];
  const archive = await exportFiles.get(toArchiveKey(user_id, exportId, id));
  if (!archive) throw new Error('There is no archive.');
  return readArchive(archive.bytes);
}

const files = await exportEverything();
const read = (name: string) => files.get(name)?.toString() ?? '';

describe('the export of a person with an item of every kind', () => {
  it.each([...samples])(
    'has exactly the stored objects and their shown members in %s.json',
    (name, sample) => {
      const { shown, expected = [shown] } = sample;
      const objects: unknown[] = JSON.parse(read(`${name}.json`));
      expect(objects).toEqual(expected);
    },
  );

  it('is tested with a sample of every kind of item that has a document', () => {
    const sampled = [...samples.values()].map(({ key }) => findItemKind(key));
    const documented = Object.entries(itemKinds).filter(
      ([, { export: rule }]) => 'document' in rule,
    );
    expect(sampled.sort()).toEqual(documented.map(([kind]) => kind).sort());
  });

  it('has the file of each image as it was uploaded', () => {
    expect(files.get(`images/${imageId}.jpg`)).toEqual(imageFile);
  });

  it('has the file of each import that is kept', () => {
    expect(files.get('imports/import/run.fit')).toEqual(keptFile);
  });

  it('has the diary as a table, without hidden duplicates or formulas', () => {
    const table: Record<string, string>[] = parse(read('diary.csv'), {
      bom: true,
      columns: true,
    });
    expect(table).toHaveLength(5);
    // Programs that read columns by number need new ones at the end, after these.
    expect(Object.keys(table[0] ?? {}).indexOf('attribution')).toBe(36);
    expect(table[0]).toMatchObject({
      date: '2026-11-05',
      type: 'exercise',
      exercise: '7',
      exercise_name: 'Bergablauf',
      duration: '1800',
      elevation_change: '-12.5',
      energy: '254.5',
      energy_unit: 'calories',
      food: '',
    });
    expect(table[1]).toMatchObject({
      food: `'=HYPERLINK("http://evil.example")`,
      brand: 'Häfer, "fein"',
      servings: '2',
      energy: '150',
      protein: '5.1',
      fat: '',
    });
  });

  it('has no secret in any file', () => {
    for (const [name, content] of files) {
      expect(content.includes(canary), name).toBe(false);
      expect(content.includes(Buffer.from(canary).toString('base64')), name).toBe(false);
    }
  });

  it('explains every document and field in the language of the person', () => {
    const readme = read('README.txt');
    expect(readme).toContain('Ihre Daten beim Fitnessdatendienst');
    const [, started = ''] = /wurde am (.*) gestartet/s.exec(readme) ?? [];
    expect(started.replace(/\s+/g, ' ')).toBe('20. November 2026 um 13:00 (UTC+1)');
    for (const name of documentNames) {
      const section = readme.split(`\n${name}.json\n`)[1]?.split('\n\n')[0] ?? '';
      const objects: object[] = JSON.parse(read(`${name}.json`));
      for (const field of objects.flatMap(Object.keys))
        expect(section, name).toContain(`  ${field}: `);
    }
  });
});
