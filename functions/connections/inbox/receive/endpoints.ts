import * as z from 'zod/mini';
import {
  defineEndpoint,
  mainInterface,
  maxFormBytes,
} from '#shared/contract/endpoint.ts';

const count = (description: string) => z.int().check(z.describe(description));

const TakenPush = z
  .object({
    stored: count('How many values and workouts are new or changed.'),
    unchanged: count('How many were there before.'),
    ignored: count('How many are not kept.'),
  })
  .check(z.meta({ id: 'TakenPush' }));

/** The most store calls of one push: its months and its workouts are written in parts. */
const maxPushCalls = 1000;

const inbox = {
  ...mainInterface,
  method: 'POST',
  internal: true,
  hasCollection: false,
  auth: 'public',
  request: { bytes: true, maxBytes: maxFormBytes },
  responses: { 200: { description: 'What became of the values.', body: TakenPush } },
  errors: [
    'inbox_secret_required',
    'inbox_not_found',
    'invalid_signature',
    'account_unavailable',
    'restricted',
    'consent_required',
    'quota_exceeded',
    'payload_too_large',
    'malformed_body',
    'unsupported_media_type',
  ],
  stores: {
    table: ['getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
  },
  storeCalls: {
    max: maxPushCalls,
    reason:
      'the inbox and its person are read, then the months of the values and the days of the ' +
      'workouts, in parts, which are written if they have changed; others may change them ' +
      'meanwhile',
  },
  timeout: 20,
  examples: [
    {
      summary: 'A weight',
      body: { type: 'weight', value: 80.1, unit: 'kg' },
      status: 200,
      responseBody: { stored: 1, unchanged: 0, ignored: 0 },
    },
  ],
} as const;

/** The endpoints of an inbox. One function serves both, so no other has to know the secret. */
export default {
  receive: defineEndpoint({
    ...inbox,
    path: '/inbox/',
    summary: 'Take what a phone or an app sends',
  }),

  /** For apps that cannot send a header. No log line, metric or error has the secret. */
  receiveByAddress: defineEndpoint({
    ...inbox,
    path: '/inbox/{secret}/',
    summary: 'Take what an app sends that has no headers',
  }),
};
