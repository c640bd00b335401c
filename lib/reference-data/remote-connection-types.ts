import * as z from 'zod/mini';
import {
  connectionMethods,
  toDeviceId,
} from '#shared/reference-data/remote-connection-types.ts';
import {
  Flag,
  findProblems,
  matching,
  nullIfEmpty,
  type RowRule,
  requireNoProblems,
  SourceKey,
  Text,
} from './source.ts';

const folder = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A row of data/providers.csv; docs/reference-data.md documents its columns. */
export const ProviderSource = z.strictObject({
  key: SourceKey,
  name: Text,
  device_manufacturer: Text,
  device_model: Text,
  records: Text,
  connection: z.enum(connectionMethods),
  retired: Flag,
  sync: nullIfEmpty(matching(folder, 'must be the name of a folder')),
  note: nullIfEmpty(Text),
});
export type ProviderSource = z.infer<typeof ProviderSource>;

const getDeviceId = ({ device_manufacturer, device_model }: ProviderSource) =>
  toDeviceId({ manufacturer: device_manufacturer, model: device_model });

/** The rows by the id of their device. */
type RowsByDevice = ReadonlyMap<string, readonly ProviderSource[]>;

const rules: readonly RowRule<ProviderSource, RowsByDevice>[] = [
  {
    problem: 'another provider has the same device',
    isMet: (row, rowsByDevice) => rowsByDevice.get(getDeviceId(row))?.length === 1,
  },
  {
    problem: 'sync needs oauth2 or api_key that is not retired',
    isMet: ({ sync, connection, retired }) =>
      sync === null || (['oauth2', 'api_key'].includes(connection) && !retired),
  },
];

/** Throws an error that lists every rule that the providers break. */
export function requireValidProviders(
  path: string,
  sources: readonly ProviderSource[],
): void {
  const rowsByDevice = Map.groupBy(sources, getDeviceId);
  requireNoProblems(path, findProblems(sources, rules, rowsByDevice));
}
