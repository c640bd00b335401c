import { expect, it } from 'vitest';
import type { InvocationResult } from '../functions/invocation.ts';
import { createBatchDelivery } from './stream-polling.ts';
import type { StreamRecord } from './table-stream.ts';

const source = {
  table: 'Table',
  streamArn: 'stream',
  functionArn: 'function',
  filters: [{ dynamodb: { Keys: { sk: { S: [{ prefix: 'A#' }] } } } }],
  batchSize: 3,
};

/** Builds records whose sequence numbers begin at 1, one for each sort key. */
function buildRecords(...sortKeys: string[]): StreamRecord[] {
  return sortKeys.map((sk, index) => ({
    eventID: String(index + 1),
    eventName: 'INSERT',
    dynamodb: {
      Keys: { pk: { S: 'pk' }, sk: { S: sk } },
      SequenceNumber: String(index + 1),
    },
  }));
}

const success: InvocationResult = { ok: true, payload: '{"batchItemFailures":[]}' };
const crash: InvocationResult = { ok: false, errorType: 'Error', errorMessage: '' };
const fail = (...numbers: string[]): InvocationResult => ({
  ok: true,
  payload: JSON.stringify({
    batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
  }),
});

/** Delivers to a function. `batches` has the sequence numbers of each invocation. */
function deliverTo(respond: (numbers: string[]) => InvocationResult, batchSize = 3) {
  const batches: string[][] = [];
  const deliver = createBatchDelivery({ ...source, batchSize }, async (_, payload) => {
    const { Records }: { Records: StreamRecord[] } = JSON.parse(payload);
    const numbers = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    batches.push(numbers);
    return respond(numbers);
  });
  return { deliver, batches };
}

it('passes on the records that match a filter, in batches', async () => {
  const { deliver, batches } = deliverTo(() => success);
  const records = buildRecords('A#1', 'B#2', 'A#3', 'A#4', 'A#5', 'B#6');
  expect(await deliver(records)).toBe(6);
  expect(batches).toEqual([['1', '3', '4'], ['5']]);
});

it('does not call the function if no record matches', async () => {
  const { deliver, batches } = deliverTo(() => success);
  expect(await deliver(buildRecords('B#1', 'B#2'))).toBe(2);
  expect(batches).toEqual([]);
});

it('gives the function what Lambda gives it', async () => {
  let event: unknown;
  const deliver = createBatchDelivery(source, async (_, payload) => {
    event = JSON.parse(payload);
    return success;
  });
  const [record] = buildRecords('A#1') as [StreamRecord];
  await deliver([record]);
  expect(event).toEqual({
    Records: [{ ...record, awsRegion: 'us-east-1', eventSourceARN: 'stream' }],
  });
});

it('delivers again from the first record that the function reports', async () => {
  const results = [fail('3', '2'), success];
  const { deliver, batches } = deliverTo(() => results.shift() ?? success);
  const records = buildRecords('A#1', 'A#2', 'A#3', 'B#4');
  expect(await deliver(records)).toBe(1);
  expect(await deliver(records.slice(1))).toBe(3);
  expect(batches).toEqual([
    ['1', '2', '3'],
    ['2', '3'],
  ]);
});

it.each([
  ['crashes', crash],
  ['reports a record that it did not get', fail('7')],
])('delivers the whole batch again if the function %s', async (_, result) => {
  const { deliver } = deliverTo(() => result);
  expect(await deliver(buildRecords('A#1', 'A#2'))).toBe(0);
});

it('splits a batch in halves until the record that crashes the function is alone', async () => {
  const { deliver, batches } = deliverTo(
    (numbers) => (numbers.includes('3') ? crash : success),
    4,
  );
  expect(await deliver(buildRecords('A#1', 'A#2', 'A#3', 'A#4'))).toBe(2);
  expect(batches).toEqual([['1', '2', '3', '4'], ['1', '2'], ['3', '4'], ['3']]);
});

it('makes no batch of more than 6 MB', async () => {
  const { deliver, batches } = deliverTo(() => success);
  const records = buildRecords('A#1', 'A#2', 'A#3');
  const NewImage = { text: { S: 'x'.repeat(2_500_000) } };
  for (const { dynamodb } of records) Object.assign(dynamodb, { NewImage });
  await deliver(records);
  expect(batches).toEqual([['1', '2'], ['3']]);
});
