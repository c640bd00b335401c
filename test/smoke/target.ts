import type { ImageFileStores } from '#functions/main/image/deleted-image.store.ts';
import { openOriginals, openVariants } from '#functions/main/image/image.store.ts';
import { openStackTable, openTargetTable } from '#lib/admin/target.ts';
import { getDeployedUrls, readOutputs } from '#lib/deployment/outputs.ts';
import { requireRunningService } from '#lib/local/host/pid-file.ts';
import { type BaseUrlName, baseUrlVariables } from '#shared/contract/endpoint.ts';
import { newMeter } from '#shared/runtime/log.ts';
import type { Table } from '#shared/table/table.ts';

/** The service under test. */
export interface SmokeTarget {
  urls: Readonly<Record<BaseUrlName, string>>;
  stores: ImageFileStores & { table: Table };
}

/** Opens the deployed stack whose outputs are in a file. Needs AWS credentials for its stores. */
export async function openDeployedTarget(file: string): Promise<SmokeTarget> {
  const outputs = await readOutputs(file);
  return { urls: getDeployedUrls(outputs), stores: addBuckets(openStackTable(outputs)) };
}

/** Opens the local service that runs with a data folder. */
export async function openLocalTarget(data: string): Promise<SmokeTarget> {
  const { environment } = await requireRunningService(
    data,
    'name the outputs of a deployed stack',
  );
  const getUrl = (name: BaseUrlName) => environment[baseUrlVariables[name]] ?? '';
  const urls = {
    main: getUrl('main'),
    auth: getUrl('auth'),
    diary: getUrl('diary'),
    cdn: getUrl('cdn'),
    mcp: getUrl('mcp'),
  };
  return { urls, stores: addBuckets(await openTargetTable({ data })) };
}

/** Adds the image buckets to the table. Opening the table has set their names as environment. */
function addBuckets(table: Table): SmokeTarget['stores'] {
  const meter = newMeter();
  return { table, originals: openOriginals(meter), variants: openVariants(meter) };
}
