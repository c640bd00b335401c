import { keyAliasOf } from '#shared/encryption/key-alias.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { defaultDataFolder, findRunningService } from '../local/host/pid-file.ts';

/** Which table an operator works on; without any choice that of the local service with the default data folder. */
export interface Target {
  table?: string | undefined;
  region?: string | undefined;
  data?: string | undefined;
}

/** Opens the table that is meant. Throws a sentence where no local service runs. */
export async function reachTable({ table, region, data }: Target): Promise<Table> {
  if (table !== undefined) {
    Object.assign(process.env, {
      TABLE_NAME: table,
      ENCRYPTION_KMS_KEY_ID: keyAliasOf(table),
      ...(region && { AWS_REGION: region }),
    });
    return openTable(newMeter());
  }
  const service = await findRunningService(data ?? defaultDataFolder);
  if (!service) throw new Error(noService);
  return openLocalTable(service.environment);
}

/** Opens the table of a local service. From then on this process knows no AWS account of its user's. */
export function openLocalTable(environment: Readonly<Record<string, string>>): Table {
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  delete process.env.ENCRYPTION_KMS_KEY_ID;
  Object.assign(process.env, environment);
  return openTable(newMeter());
}

const noService = [
  'No local service is running.',
  'Start it with npm start in another terminal, or name a deployed table with --table NAME.',
].join(' ');
