import { openStackTable, openTargetTable } from '#lib/admin/target.ts';
import { getDeployedUrls, readOutputs } from '#lib/deployment/outputs.ts';
import { requireRunningService } from '#lib/local/host/pid-file.ts';
import { addressVariables } from '#shared/contract/addresses.ts';
import type { Address } from '#shared/contract/endpoint.ts';
import type { Table } from '#shared/table/table.ts';

/** The service under test. */
export interface SmokeTarget {
  urls: Readonly<Record<Address, string>>;
  table: Table;
}

/** Opens the deployed stack whose outputs are in a file. Needs AWS credentials for its table. */
export async function openDeployedTarget(file: string): Promise<SmokeTarget> {
  const outputs = await readOutputs(file);
  return { urls: getDeployedUrls(outputs), table: openStackTable(outputs) };
}

/** Opens the local service that runs with a data folder. */
export async function openLocalTarget(data: string): Promise<SmokeTarget> {
  const { environment } = await requireRunningService(
    data,
    'name the outputs of a deployed stack',
  );
  const getUrl = (address: Address) => environment[addressVariables[address]] ?? '';
  const urls = {
    main: getUrl('main'),
    auth: getUrl('auth'),
    diary: getUrl('diary'),
    cdn: getUrl('cdn'),
  };
  return { urls, table: await openTargetTable({ data }) };
}
