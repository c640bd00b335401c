import { defineEndpoint, diaryInterface } from '#shared/contract/endpoint.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { maxDecimals, maxEntries, maxKilobytes } from '../bounds.ts';
import { EntryCreation } from '../entry.ts';
import { DiaryEntries } from '../entry-representation.ts';
import { breakfastEntry, runEntry, sentBreakfast, sentRun } from '../examples.ts';

export default defineEndpoint({
  ...diaryInterface,
  method: 'POST',
  path: '/diary',
  operationId: 'createDiaryEntries',
  summary: 'Create diary entries',
  description:
    'Stores all entries of the request or none. With an `Idempotency-Key`, the request can be ' +
    'retried safely: the entries are stored once, and the same response is returned. ' +
    `A day is limited to ${maxEntries} entries and ${maxKilobytes} KB, besides the workouts of ` +
    'remote connections, and all days of a request to 4 MB. ' +
    `Numbers have at most ${maxDecimals} decimal places.`,
  auth: 'user',
  scope: 'diary.write',
  request: {
    headers: idempotencyKeyHeader,
    json: EntryCreation,
    maxBytes: 262_144,
  },
  responses: {
    201: {
      description: 'The new entries. Location is the path of the first.',
      body: DiaryEntries,
      headers: ['Location'],
    },
  },
  errors: [
    'validation_failed',
    'unsupported_type',
    'malformed_header',
    'idempotency_key_reused',
  ],
  stores: { table: ['getEach', 'put', 'update', 'transact'] },
  storeCalls: {
    // 50 days of 50 years have 650 months with weights.
    max: 28,
    reason:
      'one call, and one more with an Idempotency-Key. Entries of several days are written in ' +
      'one transaction. If earlier changes were large, the entries of a day are counted, and the ' +
      'write is repeated, at most 20 times while others change the day. The weights are read if ' +
      'the token may see them and an energy is unknown',
  },
  examples: [
    {
      summary: 'A run',
      body: sentRun,
      status: 201,
      responseBody: { items: [runEntry] },
    },
    {
      summary: 'A breakfast',
      body: sentBreakfast,
      status: 201,
      responseBody: { items: [breakfastEntry] },
    },
  ],
});
