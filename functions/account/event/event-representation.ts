import * as z from 'zod/mini';
import { runEntry } from '#functions/diary/entry/examples.ts';
import { deferred, described } from '#shared/contract/schema.ts';
import { type Link, type Links, PlainLink } from '#shared/hal/links.ts';
import { compact } from '#shared/runtime/compact.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import {
  eventTypes,
  type ResourceType,
  resourceScopes,
  type VisibleEvent,
} from './event.ts';

const resourceTypes = Object.keys(resourceScopes) as ResourceType[];

const date = (description: string) => described(z.optional(z.string()), description);

/** The cursor of the event in the examples. */
export const exampleCursor =
  'w7KpQz1vYt9nE3xBdR5mJc8uLa2sHf6gTqVXo0iZyNkWbPjCrDhGeMlUS4A';

/** An event as clients see it. */
export const EventRepresentation = deferred(() =>
  z
    .object({
      id: described(z.string(), 'Its id, by which you recognize one that you have had.'),
      sequence: described(
        z.optional(z.int()),
        'Its number in the log of the user. Only for a token that sees everything: for others, a ' +
          'gap would tell that something is hidden.',
        1042,
      ),
      type: described(
        z.enum(eventTypes),
        'The resource and what happened to it. `shown` and `hidden`: the days of the diary ' +
          'have the entry now or not any more, because it is merged with another one.',
      ),
      timestamp: described(
        z.string(),
        'When the change was stored.',
        '2026-11-20T17:30:05+00:00',
      ),
      resource: described(
        z.object({ type: z.enum(resourceTypes), id: z.string() }),
        'What has changed.',
      ),
      date: date(
        'The day of the diary that has the entry, or had it before it was deleted; of ' +
          'measurements the first day with a change.',
      ),
      last_date: date('The last day with a change of measurements.'),
      previous_date: date('The day from which the entry was moved.'),
      cursor: described(
        z.string(),
        'The cursor that leads to the events after it: save it when you have processed the event.',
        exampleCursor,
      ),
      _links: z.object({
        resource: described(
          z.optional(PlainLink),
          'The resource. Absent if the page says that it is deleted or hidden.',
        ),
      }),
    })
    .check(z.meta({ id: 'Event', description: 'A change of the data of a user.' })),
);

/** An event in the examples. */
export const exampleEvent = {
  id: 'evt_01k9y3w8m5',
  type: 'diary_entry.created',
  timestamp: '2026-11-20T17:30:05+00:00',
  resource: { type: 'diary_entry', id: runEntry.id },
  date: runEntry.date,
  cursor: exampleCursor,
  _links: { resource: [{ href: `https://diary.example.com/v2/diary/${runEntry.id}` }] },
} as const;

interface EventLinks {
  links: Links;
  /** The base URL of the diary. */
  diary: string;
}

/** An event, and the cursor that leads to what comes after it. */
export type ListedEvent = VisibleEvent & { sequence?: number; cursor: string };

/** Returns the link to the resource of an event. */
function linkToResource(
  { resource: { type, id }, date = '', last_date = '' }: VisibleEvent,
  { links, diary }: EventLinks,
): Link[] {
  if (type === 'measurements') {
    const days = `from=${date}&to=${last_date}`;
    return [{ href: `${diary}/v2/measurements?types=${id}&${days}` }];
  }
  if (type === 'diary_entry') return [{ href: `${diary}/v2/diary/${id}` }];
  // The other paths begin with the type of their resource.
  const path = type === 'remote_connection' ? 'remoteconnection' : type;
  return links.item(path, id).map(({ href }) => ({ href }));
}

/** Returns whether the resource of an event is not there any more, or not on any day. */
function isGone({ type }: VisibleEvent): boolean {
  return type.endsWith('.deleted') || type.endsWith('.hidden');
}

/** Returns the events of a page as clients see them. */
export function presentEvents(events: readonly ListedEvent[], eventLinks: EventLinks) {
  const toName = ({ resource: { type, id } }: VisibleEvent) => `${type} ${id}`;
  const latest = new Map(events.map((event) => [toName(event), event]));
  return events.map((event) => {
    const { timestamp } = event;
    const isThere = !isGone(latest.get(toName(event)) ?? event);
    return {
      ...event,
      timestamp: formatOffsetTime(timestamp),
      _links: compact({
        resource: isThere ? linkToResource(event, eventLinks) : undefined,
      }),
    };
  });
}
