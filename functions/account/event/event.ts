import type { Principal } from '#shared/auth/principal.ts';
import { coversScope, type PartialScope } from '#shared/contract/scopes.ts';
import { pick } from '#shared/runtime/compact.ts';

/** The types of events, each the type of a resource and what happened to it. */
export const eventTypes = [
  'diary_entry.created',
  'diary_entry.updated',
  'diary_entry.deleted',
  'diary_entry.shown',
  'diary_entry.hidden',
  'data_source.created',
  'data_source.updated',
  'data_source_priority.updated',
  'data_source_priority.deleted',
  'image.created',
  'image.deleted',
  'remote_connection.created',
  'remote_connection.updated',
  'remote_connection.deleted',
  'import.created',
  'import.updated',
  'import.deleted',
  'measurements.updated',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The scope by which a token reads the resources of each type. */
export const resourceScopes = {
  diary_entry: 'diary.read',
  data_source: 'data_sources.read',
  data_source_priority: 'data_sources.read',
  image: 'images.write',
  remote_connection: 'connections.read',
  import: 'diary.read',
  measurements: 'measurements.read',
} as const satisfies Record<string, PartialScope>;
export type ResourceType = keyof typeof resourceScopes;

/** An event as a viewer sees it. */
export type EventOutcome = EventType | 'none';

/** The days on which events are kept. */
export const keptDays = 30;

/** An event of a person's log: ids and dates, no values. */
export interface StoredEvent {
  /** The same if the table's stream repeats the change. */
  id: string;
  /** The outcome for most viewers: those for whom `views` has none. */
  type: EventType;
  /** When the change was written (ISO 8601). */
  timestamp: string;
  resource: { type: ResourceType; id: string };
  /** The day of an entry, or the first of measurements that have changed. */
  date?: string;
  /** The last day of measurements that have changed. */
  last_date?: string;
  /** The day of an entry before it moved. */
  previous_date?: string;
  /** The provider from which the resource came. For whom it is hidden, there is no event. */
  remote_connection_type?: string;
  /** Present if not all others see the same. */
  views?: EventViews;
}

/** The outcomes of an event for viewers from whom some providers are hidden. */
export interface EventViews {
  /** The remote connection types that decide, sorted. */
  types: readonly string[];
  /** The outcome by those of `types` that are hidden, joined by spaces, if it is not usual. */
  outcomes: Readonly<Record<string, EventOutcome>>;
}

/** An event with its place in the log of its person. */
export type SequencedEvent = StoredEvent & {
  /** The number of the event. The next event of the person has the next number. */
  sequence: number;
};

/** The number after those of all events. */
export const endOfLog = Number.MAX_SAFE_INTEGER;

/** An event as a viewer sees it. Its number would tell how many others are hidden. */
export type VisibleEvent = Pick<
  StoredEvent,
  'id' | 'type' | 'timestamp' | 'resource' | 'date' | 'last_date' | 'previous_date'
>;

/** The rights that decide which events a token or an application sees. */
export type EventViewer = Pick<Principal, 'hidden_types'> & {
  /** The names of the granted scope, separated by spaces. */
  scope: string;
};

const shownMembers = {
  id: true,
  timestamp: true,
  resource: true,
  date: true,
  last_date: true,
  previous_date: true,
};

/**
 * Returns an event as a viewer sees it, or undefined if it does not exist for the viewer (wire.md
 * P3). Both the feed and webhooks decide by this function only.
 */
export function seeEvent(
  event: StoredEvent,
  { scope, hidden_types }: EventViewer,
): VisibleEvent | undefined {
  const { resource, remote_connection_type } = event;
  if (!coversScope(scope, resourceScopes[resource.type])) return undefined;
  if (hidden_types.includes(remote_connection_type ?? '')) return undefined;

  const type = findOutcome(event, hidden_types);
  return type === 'none' ? undefined : { ...pick(event, shownMembers), type };
}

function findOutcome(
  { type, views }: StoredEvent,
  hiddenTypes: readonly string[],
): EventOutcome {
  if (!views) return type;
  const hidden = views.types.filter((viewed) => hiddenTypes.includes(viewed));
  return views.outcomes[hidden.join(' ')] ?? type;
}
