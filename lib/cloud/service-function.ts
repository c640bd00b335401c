import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { addressVariables } from '../../shared/contract/addresses.ts';
import type { Address, Endpoint } from '../../shared/contract/endpoint.ts';
import { FunctionRole } from './function-role.ts';

/** What a function needs of its surroundings, as its value declares it. */
export type FunctionNeeds = Pick<Endpoint, 'memory' | 'timeout' | 'stores' | 'addresses'>;

/** What the stack has to give to functions. */
export interface FunctionSurroundings {
  /** Folder of the bundles, one folder a function. */
  bundles: string;
  table: Table;
  logGroup: ILogGroup;
  addresses: Readonly<Record<Address, string>>;
}

/** One Lambda function with its bundle, its role and no more environment than it asked for. */
export class ServiceFunction extends LambdaFunction {
  /** `folder` is the function's folder below `functions`, as in `main/data-source/list`; the id follows from it. */
  constructor(scope: Construct, folder: string, needs: FunctionNeeds, surroundings: FunctionSurroundings) {
    const id = constructId(folder);
    const { memory = 512, timeout = 10, stores } = needs;
    const { bundles, table, logGroup } = surroundings;
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundles, folder), { exclude: ['*.map'] }),
      handler: 'index.handler',
      memorySize: memory,
      timeout: Duration.seconds(timeout),
      environment: environmentOf(needs, surroundings),
      role: new FunctionRole(scope, `${id}Role`, { stores, table, logGroup }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
  }
}

/** `MainDataSourceList` for `main/data-source/list`. */
function constructId(folder: string): string {
  return folder
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function environmentOf(
  { stores, addresses: needed = [] }: FunctionNeeds,
  { table, addresses }: FunctionSurroundings,
): Record<string, string> {
  const variables = needed.map((address) => [addressVariables[address], addresses[address]] as const);
  return { ...(stores?.table?.length && { TABLE_NAME: table.tableName }), ...Object.fromEntries(variables) };
}
