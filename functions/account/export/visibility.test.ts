import { beforeAll, describe, expect, inject, it } from 'vitest';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { buildDataSource } from '#functions/main/data-source/stored-source.ts';
import * as devices from '#functions/main/device/device.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { readArchives, startTestExport, writeAllArchives } from '#kit/data-exports.ts';
import {
  issueUserToken,
  newClient,
  newPerson,
  type TestClient,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { putItems } from '#kit/put-items.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const path = '/v7.1/user/self/export/';
const now = new Date();

/** Imports a run, with a data source, as a sync with a provider does. */
async function importFrom(user_id: string, remote_connection_type: string, hour: number) {
  const type = remote_connection_type;
  const connection = await addRemoteConnection(user_id, { type });
  const maker = { remote_connection_type };
  const model = { manufacturer: 'Acme', model: `${type} watch ${newId(now)}` };
  const device = await devices.findOrCreate(table(), { user_id, ...maker }, model, now);
  const source = buildDataSource(newId(now), { name: null, device, ...maker }, now);
  await table().transact(dataSources.toSourceCreation(user_id, source));
  const start_time = `2026-11-20T${hour}:00:00Z`;
  const remote_id = `${type}-run`;
  const workout = { ...importedRun, remote_id, start_time, data_source_id: source.id };
  await importWorkout(user_id, type, workout, { connection });
}

/** A person who has ticked Polar for an application of others, which asks for an export. */
async function arrangeChoice() {
  const person = await newPerson();
  const client = await newClient();
  await importFrom(person.user_id, 'polar', 10);
  const token = await issueUserToken(person, client);
  const { user_id } = person;
  const choose = (types: string[]) =>
    setOptedInTypes(table(), { user_id, client_id: client.client_id }, types, now);
  await choose(['polar']);
  return { user_id, token, choose };
}

/** Ticks the provider whose workouts an application shall see. */
const tick = ({ user_id }: TestPerson, { client_id }: TestClient) =>
  setOptedInTypes(table(), { user_id, client_id }, ['intervals_icu'], now);

/** Stores a workout of an inbox that names what has recorded it. */
async function addInboxWorkout(user_id: string) {
  const date = '2026-11-22';
  const source = {
    inbox_id: newId(now),
    file_id: 'inbox-run',
    file_name: 'Ann’s phone',
    source_name: 'Ann’s Watch',
    remote_activity: 'Running',
    data_source_id: null,
  };
  const duration = 1800;
  const energy = { unit: 'calories', value: 300 };
  const entry = {
    type: 'exercise',
    date,
    exercise: { id: '7' },
    duration,
    energy,
    source,
  };
  await putItems([{ ...dayKeys.diaryDay(user_id, date), [newId(now)]: { 0: entry } }]);
}

/** A person with workouts of two providers, an application of others and an own one. */
async function arrange() {
  const person = await newPerson();
  await importFrom(person.user_id, 'strava', 10);
  await importFrom(person.user_id, 'intervals_icu', 15);
  await addInboxWorkout(person.user_id);
  const client = await newClient();
  const token = await issueUserToken(person, client);
  await tick(person, client);
  const ownToken = await issueUserToken(person);
  return { ...person, token, ownToken };
}

/** Starts an export with a token and writes it. Returns its id and the text of its files. */
async function makeExport(user_id: string, token: string) {
  const { headers } = await callHandler('POST', path, { token });
  const id = headers.get('location')?.split('/').at(-2) ?? '';
  return { id, ...(await readExport(user_id, id)) };
}

/** Makes an export as the person does. */
async function makeOwnExport(user_id: string) {
  return readExport(user_id, (await startTestExport(user_id)).id);
}

async function readExport(user_id: string, id: string) {
  await writeAllArchives({ user_id, id });
  const [archive] = await readArchives({ user_id, id });
  const read = (name: string) => archive?.files.get(name)?.toString() ?? '';
  const names = [...(archive?.files.keys() ?? [])];
  const data = names.filter((name) => name !== 'README.txt');
  return { names, readme: read('README.txt'), read, text: data.map(read).join('\n') };
}

type MadeExport = Awaited<ReturnType<typeof makeExport>>;

describe('the exports of a person with workouts that an application may not see', () => {
  let token: string;
  let ownToken: string;
  let ofOwn: MadeExport;
  let ofApplication: MadeExport;
  let ofPerson: Awaited<ReturnType<typeof makeOwnExport>>;

  beforeAll(async () => {
    const arranged = await arrange();
    ({ token, ownToken } = arranged);
    const { user_id } = arranged;
    for (const by of [token, ownToken])
      await callHandler('GET', '/v7.1/user/self/', { token: by });
    ofOwn = await makeExport(user_id, ownToken);
    ofApplication = await makeExport(user_id, token);
    ofPerson = await makeOwnExport(user_id);
  });

  it('leave out what the application may not see, and say so', async () => {
    const { id, readme, read, text } = ofApplication;
    expect(text).toContain('"remote_id":"intervals_icu-run"');
    expect(text).toContain('intervals_icu watch');
    expect(text).not.toContain('strava-run');
    expect(text).not.toContain('strava watch');
    expect(read('diary.csv')).not.toContain('strava');
    expect(readme).toContain('It has no workouts from these');
    expect(readme).toMatch(/see\s+them: Strava\./);

    const { body } = await callHandler('GET', `${path}${id}/`, { token });
    expect(body).toMatchObject({ incomplete: [{ remote_connection_type: 'strava' }] });
  });

  it('have the curves of workouts, and positions only if the person has started them', () => {
    for (const made of [ofOwn, ofApplication, ofPerson])
      expect(made.read('workout_series.json')).toContain(
        '"heart_rate":[90,140,null,150]',
      );
    expect(ofOwn.text + ofApplication.text).not.toContain('48.13');
    expect(ofPerson.text).toContain('"outline":[[[48.13715,11.57612],');
  });

  it('name an inbox and what has recorded a workout only to the person', () => {
    const diary = ofPerson.read('diary.json');
    expect(diary).toContain('"inbox":"Ann’s phone","source_name":"Ann’s Watch"');
    for (const { text } of [ofOwn, ofApplication]) {
      expect(text).toContain('"file_id":"inbox-run"');
      expect(text).not.toContain('Ann’s');
    }
  });

  it('have of the connections what the interface has', () => {
    const findStrava = ({ read }: MadeExport) => {
      const connections: { type: string; id: string; remote_id: string }[] = JSON.parse(
        read('remote_connections.json'),
      );
      return connections.find(({ type }) => type === 'strava');
    };
    const strava = findStrava(ofApplication);
    expect(Object.keys(strava ?? {}).sort()).toEqual([
      'created_datetime',
      'remote_id',
      'status',
      'type',
    ]);
    expect(strava?.remote_id).toBe(findStrava(ofOwn)?.id);
    expect(findStrava(ofOwn)?.remote_id).not.toBe(strava?.remote_id);
  });

  it('have only what the application can read, also if it is own', () => {
    const documents = [
      'README.txt',
      'user.json',
      'data_sources.json',
      'remote_connections.json',
      'workout_series.json',
      'file_imports.json',
      'imported_files.json',
      'diary.json',
      'events.json',
      'exports.json',
      'diary.csv',
    ];
    for (const { names, readme } of [ofApplication, ofOwn]) {
      expect(names).toEqual(documents);
      expect(readme).toMatch(/An application or a script started this export\./);
      expect(readme).not.toContain('sessions.json');
    }
    expect(ofPerson.names.length).toBeGreaterThan(documents.length);
    expect(ofPerson.names).toContain('sessions.json');
    expect(ofPerson.readme).toMatch(/everything that the service stores about\s+you/);
  });

  it('have of each document what the interface shows', () => {
    const readMembers = ({ read }: Pick<MadeExport, 'read'>, name: string) =>
      Object.keys(JSON.parse(read(name))[0]);
    expect(readMembers(ofPerson, 'diary.json')).toContain('imported');
    expect(readMembers(ofOwn, 'diary.json')).not.toContain('imported');
    expect(readMembers(ofPerson, 'user.json')).toContain('connected_types');
    expect(readMembers(ofOwn, 'user.json')).not.toContain('connected_types');
  });

  it('have everything if the application is own, or the person has asked', () => {
    for (const { text, readme } of [ofOwn, ofPerson]) {
      expect(text).toContain('strava-run');
      expect(text).toContain('strava watch');
      expect(readme).not.toContain('Strava.');
    }
  });

  it('do not exist for an application that sees less', async () => {
    const list = async (reader: string) => {
      const { body } = await callHandler('GET', path, { token: reader });
      return (body as { total_count: number }).total_count;
    };
    expect([await list(token), await list(ownToken)]).toEqual([1, 2]);
    const readStatus = async (reader: string, id: string) =>
      (await callHandler('GET', `${path}${id}/`, { token: reader })).status;
    expect(await readStatus(token, ofOwn.id)).toBe(404);
    expect(await readStatus(token, ofApplication.id)).toBe(200);
    expect(await readStatus(ownToken, ofOwn.id)).toBe(200);
    expect(ofApplication.read('exports.json')).not.toContain(ofOwn.id);
  });
});

describe('an export that an application has asked for', () => {
  it('is the same, but for ids and times, as if hidden workouts did not exist', async () => {
    const client = await newClient();
    const exportFrom = async (hasHidden: boolean) => {
      const person = await newPerson();
      const { user_id } = person;
      if (hasHidden) await importFrom(user_id, 'strava', 10);
      else await addRemoteConnection(user_id, { type: 'strava' });
      for (const hour of [10, 15]) await importFrom(user_id, 'intervals_icu', hour);
      const token = await issueUserToken(person, client);
      await tick(person, client);
      const { readme, read } = await makeExport(user_id, token);
      const hideNames = (told: string) =>
        told
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
          .replace(/(?<="authorized_at":\s*)\d+/g, '0')
          .replace(/(?<=started\son\s)[^.]+/, 'time')
          .replace(/[0-9a-z]{36,}/g, 'id');
      // Stored maps keep no order of members.
      const names = ['diary', 'data_sources', 'remote_connections'];
      const documents = names.map((name): unknown =>
        JSON.parse(hideNames(read(`${name}.json`))),
      );
      return [documents, hideNames(read('diary.csv')), hideNames(readme)];
    };
    expect(await exportFrom(true)).toEqual(await exportFrom(false));
  });

  it('tells the person on their page what it leaves out, unless they have asked', async () => {
    const person = await newPerson();
    await addRemoteConnection(person.user_id, { type: 'strava' });
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    const openPage = () => browser.open(`${urls.auth}/v7.1/oauth2/account/export/`);
    await makeOwnExport(person.user_id);
    expect((await openPage()).text).not.toContain('An application');
    await makeExport(person.user_id, await issueUserToken(person, await newClient()));
    const { text } = await openPage();
    expect(text).toContain('has only what that application can read');
    expect(text).toContain('application may not see them: Strava.');
  });
});

describe('an export of an application that may see less than before', () => {
  it('leaves out what it may not see when it is written', async () => {
    const { user_id, token, choose } = await arrangeChoice();
    const { headers } = await callHandler('POST', path, { token });
    const id = headers.get('location')?.split('/').at(-2) ?? '';
    await choose([]);
    const { text, readme } = await readExport(user_id, id);
    expect(text).not.toContain('polar-run');
    expect(readme).toMatch(/see\s+them: Polar Flow\./);
    const { body } = await callHandler('GET', `${path}${id}/`, { token });
    expect(body).toMatchObject({ incomplete: [{ remote_connection_type: 'polar' }] });
  });

  it('can no longer be downloaded, until the choice is made again', async () => {
    const { user_id, token, choose } = await arrangeChoice();
    const { id, text } = await makeExport(user_id, token);
    expect(text).toContain('polar-run');
    const { body } = await callHandler('GET', `${path}${id}/`, { token });
    const { _links } = body as { _links: { download: { href: string }[] } };
    const download = () => callHandler('GET', _links.download[0]?.href ?? '', {});
    expect((await download()).status).toBe(302);
    await choose([]);
    const refused = await download();
    expect(refused.status).toBe(404);
    expect(refused.text).toContain('may see less');
    await choose(['polar']);
    expect((await download()).status).toBe(302);
  });
});
