// Pushes values of the body to an inbox and lists them, in one process with warm functions. Prints
// the milliseconds of CPU of each, and of the least that it needs.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { readPush } from '#functions/connections/inbox/readers/read-push.ts';
import receive from '#functions/connections/inbox/receive/endpoints.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { addValues } from '#functions/diary/measurement/add-values.ts';
import list from '#functions/diary/measurement/list/endpoint.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import type { MonthItem } from '#functions/diary/measurement/measurement.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import {
  listMonthsOf,
  toTypedMonth,
} from '#functions/diary/measurement/measurement-month.ts';
import { newClient, newPerson, table } from '#kit/fixtures.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { readJson } from '#shared/http/body.ts';
import { buildPush } from './body-push.ts';
import { buildBenchmarkEvent } from './events.ts';
import type { MeasurementCosts } from './measurements.ts';
import { median } from './statistics.ts';

type Work = () => unknown;
type Handler = (event: unknown) => Promise<{ statusCode?: number; body?: string }>;

/** Rounds of calls in turn, and those before that compile the code. */
const [rounds, warmUpRounds] = [40, 30];
const TableName = process.env.TABLE_NAME ?? '';
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const require = createRequire(import.meta.url);
// The log of the functions must not mix with the result on the standard output.
const { write } = process.stdout;
process.stdout.write = () => true;

const person = await newPerson();
const client = await newClient();
const caller = { user: person, client };

function loadHandler(id: string): Handler {
  const { handler } = require(join(bundlesFolder, id, 'index.js'));
  return async (event) => {
    const result = await handler(event, { getRemainingTimeInMillis: () => 10_000 });
    if (result.statusCode !== 200) throw new Error(`The response is ${result.body}`);
    return result;
  };
}

async function measureCpu(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Measures works in turn, each after what prepares it. Returns the medians in milliseconds. */
async function measureInTurn<Name extends string>(
  works: Readonly<Record<Name, (round: number) => Work | Promise<Work>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const cpu = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUpRounds + rounds; round += 1)
    for (const name of names) {
      const work = await works[name](round);
      const ms = await measureCpu(work);
      if (round >= warmUpRounds) cpu.get(name)?.push(ms);
    }
  const medians = names.map((name) => [name, median(cpu.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

const inbox = { name: 'Phone', app: 'health_auto_export', isSigned: false } as const;
const made = await inboxes.create(table(), person.user_id, inbox, new Date());
const push = loadHandler('connections/inbox/receive');
const headers = { 'Api-Key': made?.secret ?? '', 'Content-Type': 'application/json' };
const toEvent = (body: string) =>
  buildBenchmarkEvent(receive.receive, caller, { body, headers } as never);

/** Each push is of another year, so it is the first one of its months. */
const toFirst = (round: number) => buildPush(`${1910 + round}-09-01`);
const text = toFirst(0);
const repeated = await toEvent(text);
await push(repeated);
const { pk, sk } = measurementKeys.measurements(person.user_id, '');
const months = await table().query<MonthItem>({ pk, prefix: sk });
const items = months.map((month) => marshall(month));

/** Reads a push, and adds its values to months, as its function does without the table. */
function addTo(stored: readonly MonthItem[]) {
  const read = readJson(text);
  const message = 'value' in read ? read.value : undefined;
  const { values } = readPush(message, { zone: 'Europe/Berlin', now: new Date() });
  const source = { kind: 'inbox', inbox_id: 'bench' } as const;
  return [...Map.groupBy(values, ({ type }) => type)].map(([type, sent]) => {
    const wholeBefore = { steps: '2026-01-01', sleep: '2026-01-01' };
    const month = stored.find((each) => toTypedMonth(each).type === type);
    return addValues(month, { source, sent, wholeBefore }).month;
  });
}

const pushes = await measureInTurn({
  least: () => () => {
    JSON.parse(text);
    for (const month of months) marshall(month);
  },
  first: () => () => addTo([]).map((month) => marshall(month)),
  repeat: () => () => addTo(items.map((item) => unmarshall(item) as MonthItem)),
  firstRequest: async (round) => {
    const event = await toEvent(toFirst(round + 1));
    return () => push(event);
  },
  repeatRequest: () => () => push(repeated),
});

const types = ['weight', 'steps'] as const;
const from = '2025-06-01';
const days = Array.from({ length: 400 }, (_, day) => addDays(from, day));
const to = days.at(-1) ?? from;
await measurements.storeInParts(table(), person.user_id, {
  source: { kind: 'application', client_id: client.client_id },
  sent: days.flatMap((date, day) => [
    { type: 'weight', date, time: `${date}T07:10:00+02:00`, value: 80 + day / 100 },
    { type: 'steps', date, value: 9000 + day },
  ]),
});
const listHandler = loadHandler('diary/measurement/list');
const query = { types: types.join(), from, to };
const listEvent = await buildBenchmarkEvent(list, caller, { query });
Object.assign(listEvent.requestContext.authorizer ?? {}, { scope: 'measurements.read' });
const Keys = types.flatMap((type) =>
  listMonthsOf({ first: from, last: to }).map((month) =>
    measurementKeys.measurements(person.user_id, `${type}#${month}`),
  ),
);
const RequestItems = { [TableName]: { Keys, ConsistentRead: true } };
const lists = await measureInTurn({
  leastList: () => () => dynamodb.send(new BatchGetCommand({ RequestItems })),
  list: () => () => listHandler(listEvent),
});

process.stdout.write = write;
const result: MeasurementCosts = { ...pushes, ...lists };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
