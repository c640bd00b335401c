import * as z from 'zod/mini';
import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, parameter } from '#shared/contract/schema.ts';
import { CursorLinks } from '#shared/hal/paging.ts';
import { keptDays } from '../event.ts';
import {
  EventRepresentation,
  exampleCursor,
  exampleEvent,
} from '../event-representation.ts';

const defaultLimit = 100;
const maxLimit = 500;

const limitMessage = `must be an integer from 1 to ${maxLimit}`;

const Limit = z.pipe(
  parameter().check(
    z.refine((digits) => {
      const isInteger = /^\d{1,3}$/.test(digits);
      return isInteger && Number(digits) >= 1 && Number(digits) <= maxLimit;
    }, limitMessage),
  ),
  z.transform(Number),
);

/** The cursor of a response: 44 bytes in base64url. Or `now`. */
const Cursor = parameter().check(
  z.refine(
    (sent) => /^(now|[\w-]{59})$/.test(sent),
    'must be a `next_cursor` of this list, or `now`',
  ),
);

/** The cursor before the event in the examples. */
const earlierCursor = 'h2Nq8sWcXv4bLr0yTgKdJm7eUoPzAi5fVn1RtYx9QwEkHjBlGpCsMaDuZ6I';

const EventPage = z
  .object({
    items: z.array(EventRepresentation),
    next_cursor: described(
      z.string(),
      'The cursor of the next request. Every response has it, also one without items, where ' +
        'it can be later than that of the last item.',
      exampleCursor,
    ),
    has_more: described(
      z.boolean(),
      'Whether there are more events now. If not, ask again later with `next_cursor`.',
    ),
    _links: CursorLinks,
  })
  .check(
    z.meta({
      id: 'EventPage',
      description:
        'Changes of the data of a user, in the order in which they happened. An item can be ' +
        'there again, with the same `id`, after a request with an older cursor.',
    }),
  );

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/changes/',
  operationId: 'listChanges',
  summary: 'Follow the changes of the data of a user',
  description:
    'Each change of the diary, the data sources, their priorities, images, remote connections ' +
    'and imports is an event, whoever made it: the user, a sync, an import, another ' +
    'application or your own. Events name what has changed, and have no data: get the resource ' +
    `for these. They are kept for ${keptDays} days. A token sees the events of what it can ` +
    'read. Events are listed a moment after the change, usually within a second.\n\n' +
    'Without a cursor, the list begins with the oldest event. If a cursor has expired, because ' +
    `events after it are older than ${keptDays} days or because the token sees other things ` +
    'than before, the response is 410: get everything anew, and start with `cursor=now`.',
  auth: 'user',
  scope: 'any',
  request: {
    query: z.object({
      cursor: z.optional(Cursor).check(
        z.meta({
          description:
            'The `next_cursor` of an earlier response, to get what has changed since, or `now` ' +
            'to get only what changes from now on.',
          type: 'string',
        }),
      ),
      limit: z._default(Limit, defaultLimit).check(
        z.meta({
          description:
            'Maximum number of items. A page can have fewer, even if there are more.',
          type: 'integer',
          minimum: 1,
          maximum: maxLimit,
          default: defaultLimit,
        }),
      ),
    }),
  },
  responses: { 200: { description: 'The next events.', body: EventPage } },
  errors: ['cursor_expired'],
  stores: { table: ['get', 'query'] },
  storeCalls: {
    max: 3,
    reason:
      'events that seem to have expired are read again, because a query can see the end of a ' +
      'transaction and not its beginning',
  },
  baseUrls: ['diary'],
  examples: [
    {
      summary: 'What has changed since an earlier response',
      query: { cursor: earlierCursor },
      status: 200,
      responseBody: {
        items: [exampleEvent],
        next_cursor: exampleCursor,
        has_more: false,
        _links: {
          self: [{ href: `/v7.1/changes/?cursor=${earlierCursor}&limit=100` }],
          documentation: [{ href: '/v7.1/docs/changes/' }],
        },
      },
    },
  ],
});
