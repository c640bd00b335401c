import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import type { ImportJob } from '#functions/diary/file-import/file-import.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import type { Image } from '#functions/main/image/image.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import type { ResourceType } from '../event.ts';
import type { EventDraft, ItemChange } from './item-change.ts';

/**
 * Returns the events of a data source and of its priorities. It is never deleted but by an erasure,
 * which nobody is told about entry by entry.
 */
export function deriveSourceEvents({
  before,
  after,
}: ItemChange<DataSource>): EventDraft[] {
  if (!after) return [];
  const resource = { type: 'data_source' as const, id: after.id };
  const events: EventDraft[] = [];
  if (!before) events.push({ type: 'data_source.created', resource });
  else if (!isEqual(toShownSource(before), toShownSource(after)))
    events.push({ type: 'data_source.updated', resource });
  return [...events, ...derivePriorityEvents(before, after)];
}

/** Returns what clients see of a data source. */
function toShownSource({ device, active, name, ...source }: DataSource) {
  const { advertised_name, serial_number, bluetooth_device_address } = source;
  const { firmware_version, hardware_version } = source;
  return {
    device,
    active,
    name,
    advertised_name,
    serial_number,
    bluetooth_device_address,
    firmware_version,
    hardware_version,
  };
}

function derivePriorityEvents(
  before: DataSource | undefined,
  { id, priorities }: DataSource,
): EventDraft[] {
  const old = new Map(Object.entries(before?.priorities ?? {}));
  const current = new Map(Object.entries(priorities));
  const types = [...new Set([...old.keys(), ...current.keys()])].sort();
  const changed = types.filter((type) => old.get(type) !== current.get(type));
  return changed.map((type) => ({
    type: current.has(type)
      ? 'data_source_priority.updated'
      : 'data_source_priority.deleted',
    resource: { type: 'data_source_priority', id: `${type}-${id}` },
  }));
}

/** Returns the event of an image, which is created and deleted, and never changed. */
export function deriveImageEvents({ before, after }: ItemChange<Image>): EventDraft[] {
  const id = (after ?? before)?.id;
  if (id === undefined || (before && after)) return [];
  const type = after ? 'image.created' : 'image.deleted';
  return [{ type, resource: { type: 'image', id } }];
}

/**
 * Returns the event of a remote connection. The time of its last sync makes none: what the sync
 * changes does.
 */
export function deriveConnectionEvents(
  change: ItemChange<RemoteConnection>,
): EventDraft[] {
  return deriveChange('remote_connection', change, (connection) => {
    const { type, remote_id, status = 'connected' } = connection;
    return { type, remote_id, status };
  });
}

/** Returns the event of an import of files. Its progress makes none: its entries do. */
export function deriveImportEvents(change: ItemChange<ImportJob>): EventDraft[] {
  return deriveChange('import', change, ({ state, failure, completed_datetime }) => ({
    state,
    failure,
    completed_datetime,
  }));
}

/** Returns the event of a resource, of which `show` returns what an event tells about. */
function deriveChange<Item extends { id: string }>(
  type: Extract<ResourceType, 'remote_connection' | 'import'>,
  { before, after }: ItemChange<Item>,
  show: (item: Item) => object,
): EventDraft[] {
  const id = (after ?? before)?.id;
  if (id === undefined) return [];
  const resource = { type, id };
  if (!before) return [{ type: `${type}.created`, resource }];
  if (!after) return [{ type: `${type}.deleted`, resource }];
  return isEqual(show(before), show(after))
    ? []
    : [{ type: `${type}.updated`, resource }];
}
