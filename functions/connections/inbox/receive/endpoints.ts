import * as z from 'zod/mini';
import {
  defineEndpoint,
  fileMediaTypes,
  mainInterface,
  maxFormBytes,
} from '#shared/contract/endpoint.ts';
import { described } from '#shared/contract/schema.ts';

const count = (description: string) => z.int().check(z.describe(description));

const PlainValueInput = z
  .object({
    type: described(z.string(), 'The type of the measurement.', 'weight'),
    value: described(z.number(), 'The value in the unit.', 80.1),
    unit: described(
      z.optional(z.string()),
      'The unit, by any of its usual names. Defaults to that of the type.',
      'kg',
    ),
    time: described(
      z.optional(z.string()),
      'When it was measured, or its day. Defaults to now.',
      '2026-11-20T07:10:00+01:00',
    ),
  })
  .check(z.meta({ id: 'PlainValueInput', description: 'A value as a script sends it.' }));

const deleted = z.optional(
  count('How many values and workouts the message has deleted, if any.'),
);

const TakenPush = z
  .object({
    stored: count('How many values and workouts are new or changed.'),
    unchanged: count('How many were there before.'),
    ignored: count('How many are not kept.'),
    deleted,
  })
  .check(z.meta({ id: 'TakenPush' }));

const AcceptedPush = z
  .object({
    accepted: count('How many files are read later.'),
    stored: count('Zero: the page of the inbox tells what became of the files.'),
    unchanged: count(
      'How many workouts and values of the other files were there before.',
    ),
    ignored: count('How many files, workouts and values are not kept.'),
    deleted,
  })
  .check(z.meta({ id: 'AcceptedPush' }));

/** The most store calls of one push, whose months are written in parts while others change them. */
const maxPushCalls = 1000;

const inbox = {
  ...mainInterface,
  method: 'POST',
  hasCollection: false,
  auth: 'public',
  request: { bytes: true, documented: PlainValueInput, maxBytes: maxFormBytes },
  responses: {
    200: { description: 'What became of the values.', body: TakenPush },
    202: { description: 'Files are taken, and read later.', body: AcceptedPush },
  },
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
    pushes: ['put'],
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

const description =
  'Besides one value, the body can be a list of values, the JSON of Health Auto Export or of ' +
  'Life Dashboard Companion, or workouts: a GPX, TCX or KML file as `application/xml`, and FIT, ' +
  'ZIP or gzip files as ' +
  `${fileMediaTypes.map((type) => `\`${type}\``).join(', ')} or parts of a ` +
  '`multipart/form-data`. Files are read later, and their status is 202.';

/** The endpoints of an inbox. One function serves both, so no other has to know the secret. */
export default {
  receive: defineEndpoint({
    ...inbox,
    path: '/inbox/',
    operationId: 'pushToInbox',
    summary: 'Take what a phone or an app sends',
    description,
  }),

  /** For apps that cannot send a header. No log line, metric or error has the secret. */
  receiveByAddress: defineEndpoint({
    ...inbox,
    path: '/inbox/{secret}/',
    operationId: 'pushToInboxAddress',
    summary: 'Take what an app sends that has no headers',
    description:
      'As with the secret in a header, which is better: addresses end up in the logs of ' +
      'programs between the app and the service.',
    errors: inbox.errors.filter((code) => code !== 'inbox_secret_required'),
  }),
};
