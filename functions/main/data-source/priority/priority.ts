import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { parseItemId, SingleLink } from '#shared/hal/link-reference.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import { type DataSource, PriorityType, priorityTypes } from '../data-source.ts';

/**
 * The data source that a user prefers for a kind of data. It is stored in the item of the data
 * source.
 */
export interface Priority {
  priority_type: PriorityType;
  since: string;
  source: DataSource;
}

/** The body that sets a preferred data source. */
export const PriorityCreation = z
  .object({
    priority_type: PriorityType,
    _links: z.object({
      data_source: z.pipe(
        SingleLink,
        z.transform(([link]) => parseItemId('data_source', link)),
      ),
    }),
  })
  .check(z.meta({ id: 'DataSourcePriorityInput' }));

/** A priority as clients see it. */
export const PriorityRepresentation = deferred(() =>
  z
    .object({
      priority_type: PriorityType,
      effective_datetime_utc: described(
        z.string(),
        'When the data source became the preferred one.',
        '2026-11-20T09:30:00+00:00',
      ),
      _links: z.object({
        self: ItemLink,
        data_source: ItemLink,
        device: ItemLink,
        documentation: PlainLink,
      }),
    })
    .check(
      z.meta({
        id: 'DataSourcePriority',
        description: 'The preferred data source of a user for a kind of data.',
      }),
    ),
);

/** Lists the priorities of data sources, newest first. */
export function listPriorities(sources: readonly DataSource[]): Priority[] {
  const priorities: Priority[] = [];
  for (const source of sources) {
    for (const priority_type of priorityTypes) {
      const since = source.priorities[priority_type];
      if (since !== undefined) priorities.push({ priority_type, since, source });
    }
  }
  return priorities.sort((one, other) => other.since.localeCompare(one.since));
}

const idPattern = new RegExp(`^(${priorityTypes.join('|')})-(.+)$`);

/** Parses the id of a priority: `<type>-<data source id>`. Returns undefined if it is invalid. */
export function parsePriorityId(
  id: string,
): { priority_type: PriorityType; data_source_id: string } | undefined {
  const [, type, data_source_id] = idPattern.exec(id) ?? [];
  const priority_type = priorityTypes.find((known) => known === type);
  return priority_type && data_source_id ? { priority_type, data_source_id } : undefined;
}

/** Returns a priority as clients see it. */
export function present({ priority_type, since, source }: Priority, links: Links) {
  return {
    priority_type,
    effective_datetime_utc: formatOffsetTime(since),
    _links: {
      self: links.item('data_source_priority', `${priority_type}-${source.id}`),
      data_source: links.item('data_source', source.id),
      device: links.item('device', source.device.id),
      documentation: links.documentation('data_source_priority'),
    },
  };
}
