import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import { getKeyAlias } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import {
  type ConsumerQueueUrls,
  consumerQueuesOutput,
  consumerQueuesVariable,
  parseConsumerQueues,
  readOutputs,
  requireOutput,
  type StackOutputs,
} from '../deployment/outputs.ts';
import { requireRunningService } from '../local/host/pid-file.ts';

/** Selects the table to work on: by `outputs`, otherwise by `table`, otherwise by `data`. */
export interface Target {
  /** A file with the outputs of a deployed stack. */
  outputs?: string | undefined;
  /** The name of a deployed table. */
  table?: string | undefined;
  /** The AWS region of the deployed table. */
  region?: string | undefined;
  /** The data folder of a local service. */
  data: string;
}

/** Opens the table to work on. Throws an error if the local service is selected and not running. */
export async function openTargetTable({
  outputs,
  table,
  region,
  data,
}: Target): Promise<Table> {
  if (outputs !== undefined) return openStackTable(await readOutputs(outputs));
  if (table !== undefined) return openDeployedTable(table, region);

  const service = await requireRunningService(
    data,
    'use a deployed stack: --outputs FILE or --table NAME',
  );
  return openLocalTable(service.environment);
}

/**
 * Opens the table of a deployed stack, with the AWS credentials of the operator. Sets the
 * environment variables of this process by which stores find the table, the key and the buckets.
 */
export function openStackTable(outputs: StackOutputs): Table {
  const environment = compact({
    FILES_BUCKET_NAME: outputs.ImageBucketName,
    VARIANT_BUCKET_NAME: outputs.VariantBucketName,
    [baseUrlVariables.main]: outputs.MainUrl,
  });
  Object.assign(process.env, environment);
  return openDeployedTable(requireOutput(outputs, 'TableName'), outputs.Region);
}

/**
 * Opens a deployed table, and sets the environment variables by which stores find it. The region
 * defaults to the region of the operator's AWS settings.
 */
function openDeployedTable(table: string, region: string | undefined): Table {
  const environment = compact({
    TABLE_NAME: table,
    ENCRYPTION_KMS_KEY_ID: getKeyAlias(table),
    AWS_REGION: region,
  });
  Object.assign(process.env, environment);
  return openTable(newMeter());
}

/**
 * Opens the table of a local service. In this process, the credentials of the service replace the
 * operator's AWS credentials.
 */
export function openLocalTable(environment: Readonly<Record<string, string>>): Table {
  useLocalEnvironment(environment);
  return openTable(newMeter());
}

function useLocalEnvironment(environment: Readonly<Record<string, string>>): void {
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  delete process.env.ENCRYPTION_KMS_KEY_ID;
  Object.assign(process.env, environment);
}

/**
 * Finds the queues of a deployed stack, or of a local service, and prepares this process to reach
 * them. Throws an error if the local service does not run.
 */
export async function findTargetQueues({
  outputs,
  data,
}: Omit<Target, 'table'>): Promise<ConsumerQueueUrls> {
  if (outputs !== undefined) {
    const stack = await readOutputs(outputs);
    const environment = { AWS_REGION: stack.Region, TABLE_NAME: stack.TableName };
    Object.assign(process.env, compact(environment));
    return parseConsumerQueues(requireOutput(stack, consumerQueuesOutput));
  }

  const alternative = 'use a deployed stack: --outputs FILE';
  const { environment } = await requireRunningService(data, alternative);
  useLocalEnvironment(environment);
  return parseConsumerQueues(requireEnvironment(consumerQueuesVariable));
}
