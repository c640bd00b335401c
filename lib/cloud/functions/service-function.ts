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
import { baseUrlVariables } from '#shared/contract/base-urls.ts';
import type { BaseUrlName, Endpoint } from '#shared/contract/endpoint.ts';
import type { FunctionDefinition } from '#shared/contract/function.ts';
import { type ServiceSettings, settingVariables } from '#shared/contract/settings.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { LogLevel } from '#shared/runtime/log.ts';
import { toConstructId } from './construct-id.ts';
import type { FunctionRoles } from './function-roles.ts';
import {
  buildStoreStatements,
  buildStoreVariables,
  type Stores,
  type StoreUse,
} from './store-access.ts';

/** The resources that a function declares. */
export type FunctionRequirements = Pick<
  Endpoint,
  'memory' | 'timeout' | 'baseUrls' | 'settings'
> & { stores?: StoreUse };

/** A function with the definition that says what invokes it. */
export interface TriggeredFunction {
  definition: FunctionDefinition;
  handler: IFunction;
}

/** The resources of the stack that functions can use. */
export interface FunctionContext {
  /** The folder of the bundles, one folder for each function. */
  bundles: string;
  stores: Stores;
  roles: FunctionRoles;
  logGroup: ILogGroup;
  baseUrls: Readonly<Partial<Record<BaseUrlName, string>>>;
  /** The lowest level of log lines. Undefined is `info`. */
  logLevel: LogLevel | undefined;
  /** The reserved concurrent executions of a function by its folder below `functions`. */
  reservedConcurrency: Readonly<Record<string, number | undefined>>;
  settings: Readonly<ServiceSettings>;
}

/** A Lambda function with its bundle, and a role and environment limited to what it declares. */
export class ServiceFunction extends LambdaFunction {
  /** `folder` is the function's folder below `functions`, e.g. `main/data-source/list`. */
  constructor(
    scope: Construct,
    folder: string,
    requirements: FunctionRequirements,
    context: FunctionContext,
  ) {
    const id = toConstructId(folder);
    const { memory = 512, timeout = 10, stores: use = {} } = requirements;
    const { bundles, stores, roles, logGroup, reservedConcurrency } = context;
    const options = compact({
      reservedConcurrentExecutions: reservedConcurrency[folder],
    });
    super(scope, id, {
      ...options,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundles, folder), { exclude: ['*.map'] }),
      handler: 'index.handler',
      memorySize: memory,
      timeout: Duration.seconds(timeout),
      environment: buildEnvironment(requirements, context),
      role: roles.get(buildStoreStatements(use, stores)),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
  }
}

function buildEnvironment(
  {
    stores: use = {},
    baseUrls: required = [],
    settings: names = [],
  }: FunctionRequirements,
  { stores, baseUrls, settings, logLevel }: FunctionContext,
): Record<string, string> {
  const environment = buildStoreVariables(use, stores);
  if (logLevel) environment.LOG_LEVEL = logLevel;
  for (const name of required) {
    const value = baseUrls[name];
    if (!value) throw new Error(`A function of the CDN cannot use the base URL ${name}.`);
    environment[baseUrlVariables[name]] = value;
  }
  for (const name of names) {
    const value = settings[name];
    if (value !== undefined) environment[settingVariables[name]] = value;
  }
  return environment;
}
