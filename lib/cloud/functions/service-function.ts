import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import {
  Architecture,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { addressVariables } from '#shared/contract/addresses.ts';
import type { Address, Endpoint } from '#shared/contract/endpoint.ts';
import type { FunctionDefinition } from '#shared/contract/function.ts';
import { toConstructId } from './construct-id.ts';
import { FunctionRole } from './function-role.ts';
import {
  buildStoreStatements,
  buildStoreVariables,
  type Stores,
  type StoreUse,
} from './store-access.ts';

/** What a function needs of its surroundings, as its value declares it. */
export type FunctionNeeds = Pick<Endpoint, 'memory' | 'timeout' | 'addresses'> & {
  stores?: StoreUse;
};

/** A function with the definition that says what invokes it. */
export interface TriggeredFunction {
  definition: FunctionDefinition;
  handler: IFunction;
}

/** What the stack has to give to functions. */
export interface FunctionContext {
  /** Folder of the bundles, one folder a function. */
  bundles: string;
  stores: Stores;
  logGroup: ILogGroup;
  addresses: Readonly<Partial<Record<Address, string>>>;
}

/** One Lambda function with its bundle, its role and no more environment than it asked for. */
export class ServiceFunction extends LambdaFunction {
  /** `folder` is the function's folder below `functions`, as in `main/data-source/list`; the id follows from it. */
  constructor(
    scope: Construct,
    folder: string,
    needs: FunctionNeeds,
    surroundings: FunctionContext,
  ) {
    const id = toConstructId(folder);
    const { memory = 512, timeout = 10, stores: use = {} } = needs;
    const { bundles, stores, logGroup } = surroundings;
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundles, folder), { exclude: ['*.map'] }),
      handler: 'index.handler',
      memorySize: memory,
      timeout: Duration.seconds(timeout),
      environment: buildEnvironment(needs, surroundings),
      role: new FunctionRole(scope, `${id}Role`, {
        statements: buildStoreStatements(use, stores),
        logGroup,
      }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
  }
}

function buildEnvironment(
  { stores: use = {}, addresses: needed = [] }: FunctionNeeds,
  { stores, addresses }: FunctionContext,
): Record<string, string> {
  const variables = needed.map((address) => {
    const value = addresses[address];
    if (!value)
      throw new Error(`A function that the CDN calls cannot know the address ${address}.`);
    return [addressVariables[address], value] as const;
  });
  return { ...buildStoreVariables(use, stores), ...Object.fromEntries(variables) };
}
