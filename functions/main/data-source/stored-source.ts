import type { Principal } from '#shared/auth/principal.ts';
import type { DataSource } from './data-source.ts';

/**
 * The most data sources of a user that people, applications and files have made: active, and in
 * all.
 */
export const dataSourceLimits = { active: 500, total: 2000 } as const;

/** The most data sources that syncs have made, which are counted apart (decision 0053). */
export const syncedSourceLimits = { synced_active: 250, synced_total: 500 } as const;

/**
 * The most store calls that read all data sources of a user, inactive ones included: DynamoDB
 * returns 1 MB of them at a time. It is usually one call.
 */
export const maxSourceCalls = 25;

/** What a new data source has, besides what its creation names (wire.md D3). */
export const initialFields = {
  active: true,
  advertised_name: null,
  serial_number: null,
  bluetooth_device_address: null,
  firmware_version: null,
  hardware_version: null,
} as const;

type NewDataSource = Pick<DataSource, 'name' | 'device' | 'remote_connection_type'>;

/** Returns a new data source: active, and with no other field than its name. */
export function buildDataSource(
  id: string,
  { name, device, ...maker }: NewDataSource,
  now: Date,
): DataSource {
  return {
    id,
    name,
    ...initialFields,
    created_datetime: now.toISOString(),
    device,
    ...maker,
    priorities: {},
  };
}

/** Returns whether a data source exists for a caller. */
export function isSourceVisible(
  { remote_connection_type }: DataSource,
  { hidden_types }: Pick<Principal, 'hidden_types'>,
): boolean {
  return !hidden_types.includes(remote_connection_type ?? '');
}
