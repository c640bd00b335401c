import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { readConsumedQueues, readConsumedStream } from './event-sources.ts';
import { readStack } from './stack.ts';

const getAtt = (id: string, name: string) => ({ 'Fn::GetAtt': [id, name] });

const streamMapping = {
  EventSourceArn: getAtt('Table', 'StreamArn'),
  FunctionName: { Ref: 'Function' },
  BatchSize: 100,
  StartingPosition: 'TRIM_HORIZON',
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
};

const queueMapping = {
  EventSourceArn: getAtt('Queue', 'Arn'),
  FunctionName: { Ref: 'Function' },
  BatchSize: 1,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
};

/** Reads a stack with a table, two queues, a function and event source mappings. */
function readMappings(...mappings: object[]) {
  const file = join(createTemporaryFolder(), 'Small.template.json');
  const redrive = { deadLetterTargetArn: getAtt('Dead', 'Arn'), maxReceiveCount: 3 };
  const resources = mappings.map((Properties, index) => [
    `Mapping${index}`,
    { Type: 'AWS::Lambda::EventSourceMapping', Properties },
  ]);
  const Resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
    Function: { Type: 'AWS::Lambda::Function', Properties: {} },
    Queue: {
      Type: 'AWS::SQS::Queue',
      Properties: { VisibilityTimeout: 60, RedrivePolicy: redrive },
    },
    Dead: { Type: 'AWS::SQS::Queue', Properties: {} },
    ...Object.fromEntries(resources),
  };
  writeFileSync(file, JSON.stringify({ Resources }));
  return readStack(file);
}

it('reads the queues that functions consume', () => {
  const [source, ...others] = readConsumedQueues(
    readMappings(queueMapping, streamMapping),
  );
  expect(others).toEqual([]);
  expect(source).toMatchObject({
    queue: expect.stringContaining('Queue'),
    deadLetterQueue: expect.stringContaining('Dead'),
    visibilityTimeout: 60,
    maxReceiveCount: 3,
    batchSize: 1,
    functionArn: expect.stringContaining('Function'),
  });
});

it.each([
  ['reports no failures', { ...queueMapping, FunctionResponseTypes: undefined }],
  [
    'reads a queue without dead letters',
    { ...queueMapping, EventSourceArn: getAtt('Dead', 'Arn') },
  ],
])('rejects a mapping that %s', (_, mapping) => {
  expect(() => readConsumedQueues(readMappings(mapping))).toThrow('Mapping0');
});

it('reads the stream of a table, and which records its function gets', () => {
  const stream = readConsumedStream(readMappings(queueMapping, streamMapping));
  expect(stream).toMatchObject({
    table: expect.stringContaining('Table'),
    filters: [{}],
    batchSize: 100,
  });
  const Filters = [{ Pattern: '{"eventName":["REMOVE"]}' }];
  const mapping = { ...streamMapping, FilterCriteria: { Filters } };
  expect(readConsumedStream(readMappings(mapping))?.filters).toEqual([
    { eventName: ['REMOVE'] },
  ]);
});

it.each([
  ['waits for a full batch', { MaximumBatchingWindowInSeconds: 2 }],
  ['repeats whole batches', { BisectBatchOnFunctionError: false }],
  ['reports no failures', { FunctionResponseTypes: undefined }],
  ['gives up', { MaximumRetryAttempts: 5 }],
])('rejects a mapping of a stream that %s', (_, changes) => {
  const stack = readMappings({ ...streamMapping, ...changes });
  expect(() => readConsumedStream(stack)).toThrow('Mapping0');
});

it('rejects a property of a stream that it does not apply, and a second stream', () => {
  const parallel = { ...streamMapping, ParallelizationFactor: 2 };
  expect(() => readConsumedStream(readMappings(parallel))).toThrow(
    'does not support ParallelizationFactor of the mapping Mapping0',
  );
  expect(() => readConsumedStream(readMappings(streamMapping, streamMapping))).toThrow(
    'only one mapping',
  );
});

it('has no stream if no function reads one', () => {
  expect(readConsumedStream(readMappings(queueMapping))).toBeUndefined();
});
