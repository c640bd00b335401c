import { getKeyAlias } from '#shared/encryption/key-alias.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { requireRunningService } from '../local/host/pid-file.ts';

/** The table to work on: a deployed one by its name, or the local one by its data folder. */
export interface Target {
  table?: string | undefined;
  region?: string | undefined;
  data: string;
}

/**
 * Opens the table to work on. Throws an error if it is a local one and its service does not run.
 */
export async function openTargetTable({ table, region, data }: Target): Promise<Table> {
  if (table !== undefined) {
    const environment = compact({
      TABLE_NAME: table,
      ENCRYPTION_KMS_KEY_ID: getKeyAlias(table),
      AWS_REGION: region,
    });
    Object.assign(process.env, environment);
    return openTable(newMeter());
  }
  const service = await requireRunningService(data, 'use a deployed table: --table NAME');
  return openLocalTable(service.environment);
}

/** Opens the table of a local service, and removes the user's AWS credentials from this process. */
export function openLocalTable(environment: Readonly<Record<string, string>>): Table {
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  delete process.env.ENCRYPTION_KMS_KEY_ID;
  Object.assign(process.env, environment);
  return openTable(newMeter());
}
