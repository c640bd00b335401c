import { Ajv2020 } from 'ajv/dist/2020.js';
import stringify from 'json-stringify-pretty-compact';
import { expect, it } from 'vitest';
import { nutrients } from '#functions/diary/entry/nutrients.ts';
import { callHandler } from '#kit/call-handler.ts';
import { issueAgentToken, newClient, newPerson } from '#kit/fixtures.ts';
import { openMcp, type ToolDescriptions } from '#kit/mcp.ts';
import { toJsonSchema } from '#kit/tool-json-schema.ts';
import { toolOutputs } from '../tool/outputs.ts';
import { tools } from './all-tools.ts';

const date = '2026-11-20';
const energy = { unit: 'calories', value: 100 };

const food = {
  date,
  diary_meal: 'Lunch',
  food: { name: 'Porridge', brand: 'Oaty' },
  servings: 2,
  nutritional_contents: {
    energy,
    ...Object.fromEntries(nutrients.map((name) => [name, 1])),
  },
};

const workout = {
  date,
  exercise: { id: '1' },
  start_time: `${date}T10:00:00Z`,
  start_offset: '+01:00',
  duration: 60,
  energy,
  avg_heart_rate: 100,
  max_heart_rate: 120,
  distance: 1,
  max_speed: 1,
  elevation_change: 1,
};

const dateRange = { from: date, to: date, cursor: 'x' };

const measurement = {
  type: 'blood_pressure',
  date,
  time: `${date}T10:00:00Z`,
  value: 120,
  unit: 'mmHg',
  diastolic: 80,
  sleep: {
    end: `${date}T10:00:00Z`,
    ...{ in_bed: 1, awake: 1, light: 1, deep: 1, rem: 1, is_nap: true },
  },
  external_id: 'x',
};

/** Arguments of each tool with all of its members. */
const samples: Readonly<Record<string, object>> = {
  get_day: { date, cursor: 'x' },
  summarize_days: dateRange,
  list_workouts: dateRange,
  get_workout: { id: 'x' },
  find_activity_type: { query: 'run' },
  list_measurements: { types: ['weight'], ...dateRange },
  list_connections: { cursor: 'x' },
  sync_now: { connection_id: 'x' },
  log_food: { idempotency_key: 'x', items: [food] },
  log_workout: { idempotency_key: 'x', ...workout },
  log_measurements: { items: [measurement] },
  update_entry: { id: 'x', ...workout, ...food },
  delete_entry: { id: 'x' },
};

/** Values of all types of JSON, none of which has a format or is one of a list. */
const values = [undefined, null, true, 60.5, 'x', {}, [{}]];

/** Lists a value with one member, at any depth, left out or of another type. */
function* listVariations(value: unknown): Generator<unknown> {
  yield* values;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    for (const varied of listVariations(member))
      yield Array.isArray(value) ? [varied] : { ...value, [name]: varied };
}

const ajv = new Ajv2020({
  strict: false,
  formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT/ },
});

it('the listed schemas are current; if not, run npm test -- functions/mcp/tools -u', async () => {
  const schemas = tools.map(({ name, input }) => [
    name,
    {
      inputSchema: toJsonSchema(input, 'input'),
      outputSchema: toJsonSchema(toolOutputs[name], 'output'),
    },
  ]);
  const json = stringify(Object.fromEntries(schemas), { maxLength: 100 });
  await expect(`${json}\n`).toMatchFileSnapshot('../tool/schemas.data.json');
});

it('a listed schema accepts and refuses what its tool does, but for bounds', async () => {
  const scope = 'diary.write connections.write measurements.write';
  const token = await issueAgentToken(await newPerson(), await newClient(), scope);
  const { request } = openMcp(callHandler, token);
  const { body } = await request<ToolDescriptions>('tools/list');
  expect(body.result.tools.map(({ name }) => name)).toEqual(Object.keys(samples));
  const differences = body.result.tools.flatMap(({ name, inputSchema }) => {
    const isListed = ajv.compile(inputSchema);
    const tool = tools.find((known) => known.name === name);
    const sample = samples[name];
    return [sample, ...listVariations(sample)]
      .map((varied) => JSON.stringify(varied ?? null))
      .filter((json) => {
        const sent = JSON.parse(json);
        return isListed(sent) !== tool?.input.safeParse(sent).success;
      })
      .map((json) => `${name}: ${json}`);
  });
  expect(differences).toEqual([]);
});
