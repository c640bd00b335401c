import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { nutrients } from '#functions/diary/entry/nutrients.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import { callHandler } from '#kit/call-handler.ts';
import { buildRunFile, finishImport, uploadFiles } from '#kit/file-imports.ts';
import {
  issueAgentToken,
  issueUserToken,
  newClient,
  newPerson,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { importedRun, importPage } from '#kit/imported-workouts.ts';
import { openMcp, type ToolDescriptions } from '#kit/mcp.ts';
import {
  addRemoteConnection,
  type RemoteConnectionList,
} from '#kit/remote-connections.ts';

const host = 'diary';
const first = '2026-10-01';
const days = Array.from({ length: 20 }, (_, index) => addDays(first, index));
const last = days.at(-1) ?? first;
const weighed = addDays(first, 1);

/** The hour of the workout from each provider, so that some are the same workout. */
const imports = [
  { type: 'intervals_icu', hour: '06' },
  { type: 'polar', hour: '06' },
  { type: 'strava', hour: '09' },
  { type: 'strava', hour: '12' },
  { type: 'intervals_icu', hour: '12' },
];

const allNutrients = Object.fromEntries(
  nutrients.map((name, index) => [name, index + 0.5]),
);

/** The entries that an application logs on a day. */
const buildEntries = (date: string) => [
  {
    type: 'food_entry',
    date,
    diary_meal: 'Breakfast',
    food: { name: 'Porridge 🥣', brand: 'Oaty' },
    servings: 1.5,
    nutritional_contents: {
      energy: { unit: 'calories', value: 212.25 },
      ...allNutrients,
    },
  },
  { type: 'food_entry', date, diary_meal: 'Dinner', nutritional_contents: { fat: 0.1 } },
  {
    type: 'exercise',
    date,
    exercise: { id: '52' },
    start_time: `${date}T17:00:00-08:00`,
    duration: 1800,
    energy: { unit: 'kilojoules', value: 1200 },
    avg_heart_rate: 120,
    distance: 5000.5,
  },
  {
    type: 'exercise',
    date,
    exercise: { id: 'of another catalogue' },
    duration: 60,
    energy: { unit: 'calories', value: 5 },
  },
];

const toWorkout = (date: string, hour: string, remote_id: string): ImportedWorkout => ({
  ...importedRun,
  remote_id,
  start_time: `${date}T${hour}:00:00Z`,
  distance: 4000,
});

interface Page {
  items: Record<string, unknown>[];
  incomplete?: unknown;
  next_cursor?: string;
  units: Record<string, string>;
}

/** Leaves out an energy that the interface marks as unknown. */
function omitUnknown({ energy, ...item }: Record<string, unknown>) {
  return item.energy_source === 'unknown' ? item : { ...item, energy };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Opens the tools and the interface for a person, with the same client and scope. */
async function openBoth(person: TestPerson, client = newClient()) {
  const scope = 'diary.write connections.write measurements.read';
  const token = await issueUserToken(person, await client, scope);
  const agentToken = await issueAgentToken(person, await client, scope);
  const grants = { user_id: person.user_id, client_id: (await client).client_id };
  for (const audience of [{}, { audience: 'mcp' } as const]) {
    const ticked = ['intervals_icu', 'intervals_icu.measurements'];
    await setOptedInTypes(table(), { ...grants, ...audience }, ticked, new Date());
  }
  const mcp = openMcp(callHandler, agentToken);
  const { body } = await mcp.request<ToolDescriptions>('tools/list');
  const { tools } = body.result;

  /** Calls a tool, and expects what its description says. */
  const call = async <Content = Page>(name: string, args: object = {}) => {
    const response = await mcp.callTool<Content>(name, args);
    const { structuredContent, content, isError } = response.body.result;
    expect(isError, content[0].text).toBe(false);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    expect(Buffer.byteLength(content[0].text)).toBeLessThan(50_000);
    const schema = tools.find((tool) => tool.name === name)?.outputSchema ?? {};
    // It compiles a schema once.
    ajv.validate(schema, structuredContent);
    expect(ajv.errors).toBeNull();
    return structuredContent;
  };
  /** Reads all pages of a list. */
  const list = async (name: string, args: object) => {
    const pages: Page[] = [];
    let next: object | undefined = {};
    while (next) {
      const page: Page = await call(name, { ...args, ...next });
      pages.push(page);
      next = page.next_cursor === undefined ? undefined : { cursor: page.next_cursor };
    }
    const [{ incomplete } = {}] = pages;
    return { pages, items: pages.flatMap(({ items }) => items), incomplete };
  };
  const get = async <Body = Page>(path: string, target: 'diary' | 'main' = host) => {
    const { body } = await callHandler<Body>('GET', path, { host: target, token });
    return body;
  };
  const post = (items: readonly object[]) =>
    callHandler('POST', '/v2/diary', { host, token, json: { items } });
  const getDay = (date: string) =>
    get(`/v2/diary?entry_date=${date}&types=diary_meal,exercise,food_entry&fields=all`);
  return { call, list, get, post, getDay, token };
}

/** Fills the days with every kind of entry. */
async function fillDays(person: TestPerson) {
  const { user_id } = person;
  // The authorizer remembers for some seconds what the person has connected.
  for (const type of new Set(imports.map((imported) => imported.type))) {
    const connection = await addRemoteConnection(user_id, { type });
    const ofType = imports.filter((imported) => imported.type === type);
    const workouts = ofType.flatMap(({ hour }) =>
      days.map((date) => toWorkout(date, hour, `${date} ${hour}`)),
    );
    await importPage(user_id, type, workouts, { connection });
  }
  const own = await openBoth(person, newClient({ own: true }));
  for (const start of [0, 10]) {
    const { status } = await own.post(
      days.slice(start, start + 10).flatMap(buildEntries),
    );
    expect(status).toBe(201);
  }
  // From this day on, energies that are unknown are estimated.
  await measurements.storeInParts(table(), user_id, {
    source: { kind: 'person' },
    sent: [{ type: 'weight', date: weighed, time: `${weighed}T07:00:00Z`, value: 70 }],
  });
  const full = await issueUserToken(person);
  const files = days.slice(0, 3).map(buildRunFile);
  const started = await uploadFiles(callHandler, files, { token: full });
  await finishImport(user_id, started.body._links.self[0].id);
}

describe('the tools, for 20 days with every kind of entry', () => {
  let both: Awaited<ReturnType<typeof openBoth>>;
  let own: typeof both;
  beforeAll(async () => {
    const person = await newPerson();
    await fillDays(person);
    both = await openBoth(person);
    own = await openBoth(person, newClient({ own: true }));
  });
  const range = { from: first, to: last };
  const query = `from=${first}&to=${last}`;

  it('have the days of the interface', async () => {
    for (const date of days) {
      const { items, incomplete } = await both.getDay(date);
      const response = await both.call('get_day', { date });
      expect(response).toEqual({
        date,
        items: items.map(omitUnknown),
        incomplete,
        units: expect.objectContaining({ duration: 'seconds', protein: 'grams' }),
        activity_names: { 1: 'Run', 52: 'Road ride' },
      });
    }
  });

  it('have the totals of the interface', async () => {
    const { items, incomplete } = await both.get(`/v2/diary/summary?${query}`);
    const response = await both.list('summarize_days', range);
    expect([response.items, response.incomplete]).toEqual([items, incomplete]);
    expect(items).toHaveLength(20);
    expect(items.some((item) => item.energy_out_estimated !== undefined)).toBe(true);
  });

  it('have the workouts of the interface, in the order of the days', async () => {
    const listed = await Promise.all(days.map(both.getDay));
    const workouts = listed.flatMap(({ items }) =>
      items.filter(({ type }) => type === 'exercise'),
    );
    const response = await both.list('list_workouts', range);
    expect(response.items).toEqual(workouts.map(omitUnknown));
    expect(response.items.some(({ energy }) => energy === undefined)).toBe(true);
    for (const { id } of workouts.slice(0, 6)) {
      const { workout } = await both.call<{ workout: object }>('get_workout', { id });
      const shown = await both.get<Record<string, unknown>>(`/v2/diary/${id}`);
      expect(workout).toEqual(omitUnknown(shown));
    }
  });

  it('have the connections of the interface', async () => {
    const list = await both.get<RemoteConnectionList>('/v7.1/remoteconnection/', 'main');
    const expected = list._embedded.remoteconnection.map(({ _links, ...members }) => ({
      id: _links.self[0].id,
      ...members,
    }));
    expect((await both.call('list_connections')).items).toEqual(expected);
  });

  it('lack what the policy of a provider denies to assistants, and say so', async () => {
    const incomplete = ['polar', 'strava'].map((remote_connection_type) => ({
      remote_connection_type,
    }));
    // An application of the operator sees everything, but as an assistant no more than others.
    for (const { call } of [both, own]) {
      const day = await call('get_day', { date: first });
      expect(day.incomplete).toEqual(incomplete);
      expect(JSON.stringify(day.items)).not.toContain('"strava"');
      const { items } = await call('summarize_days', { from: first, to: first });
      const all = await own.get(`/v2/diary/summary?from=${first}&to=${first}`);
      const toDistance = ([summary]: Page['items']) => Number(summary?.distance);
      expect(toDistance(all.items) - toDistance(items)).toBeCloseTo(4000);
    }
  });
});

describe('a day with 500 entries', () => {
  it('is read in pages that a model can take, and is the day of the interface', async () => {
    const both = await openBoth(await newPerson());
    const date = '2026-11-20';
    const foods = Array.from({ length: 500 }, (_, index) => ({
      type: 'food_entry',
      date,
      diary_meal: `Meal ${index % 7}`,
      food: { name: `${index} ${'Brot 🍞 '.repeat(20)}`.trim(), brand: 'Bäckerei' },
      nutritional_contents: { fat: 1, sugar: 2.5, sodium: index },
    }));
    for (let start = 0; start < 500; start += 50)
      expect((await both.post(foods.slice(start, start + 50))).status).toBe(201);
    const { items, pages } = await both.list('get_day', { date });
    expect(items).toEqual((await both.getDay(date)).items);
    expect(pages.length).toBeGreaterThan(2);
  });
});
