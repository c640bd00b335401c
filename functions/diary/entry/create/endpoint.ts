import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { diaryInterface } from '#shared/contract/interfaces.ts';
import { maxDecimals, maxEntries, maxItems } from '#shared/diary/bounds.ts';
import { EntryCreation, EntryRepresentation } from '#shared/diary/entry.ts';
import { idempotencyKeyHeader } from '#shared/idempotency/idempotency-key.ts';
import { breakfastEntry, runEntry, sentBreakfast, sentRun } from '../examples.ts';

const DiaryEntries = z
  .object({ items: z.array(EntryRepresentation) })
  .check(z.meta({ id: 'DiaryEntries' }));

export default defineEndpoint({
  ...diaryInterface,
  method: 'POST',
  path: '/diary',
  operationId: 'createDiaryEntries',
  summary: 'Create diary entries',
  description:
    'Stores all entries of the request or none. With an `Idempotency-Key`, the request can be ' +
    'retried safely: the entries are stored once, and the same response is returned. ' +
    `A day is limited to ${maxEntries} entries and 400 KB; the size of a request counts towards ` +
    `the day of its first entry. Numbers have at most ${maxDecimals} decimal places.`,
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
  stores: { table: ['get', 'put', 'update'] },
  storeCalls: {
    // Each of the 50 days is read, reserved and released, twice. If all days are full, each of
    // their abandoned reservations is checked and released.
    max: 300 + 2 * maxItems * maxEntries,
    reason:
      'one call for one day, one more with an Idempotency-Key; a POST for several days, at most ' +
      '50, reads each day, reserves slots there, and releases them if it is rejected without a ' +
      'key; on full days it releases abandoned reservations and retries once',
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
