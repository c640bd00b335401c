import type { TestProject } from 'vitest/node';
import { getDeployedUrls, readOutputs, requireOutput } from '#lib/deployment/outputs.ts';
import { buildDynamoDbCommand } from '#lib/local/engines/engines.ts';
import { startProcess } from '#lib/local/engines/process.ts';
import { ensureTable } from '#lib/local/engines/tables.ts';
import type { CreatePool } from '#lib/local/functions/pool.ts';
import { startLocalService } from '#lib/local/service.ts';
import { readDefinition, type ServiceDefinition } from '#lib/local/service-definition.ts';
import { readTables } from '#lib/local/template/resources.ts';
import { getKeyAlias } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isPackaged, unpackChromium } from '../browser/packaged-chromium.ts';
import { build, prepareTemplate, startBuilder } from './builder.ts';
import { createOpenApiChecker } from './check-openapi.ts';
import { createFaultFinder } from './function-log.ts';
import type { SharedService } from './provided-context.ts';
import { shareThreads } from './shared-threads.ts';

/**
 * Starts the service as `npm start` does, on free ports and without data. `TARGET=<outputs file of
 * cdk deploy>` tests that stack instead.
 */
export async function provideService(
  project: TestProject,
  disposables: AsyncDisposableStack,
): Promise<void> {
  const { TARGET } = process.env;
  const template = await prepareTemplate();
  const builder = await startBuilder();
  disposables.defer(builder.close);
  const [service] = await Promise.all([
    TARGET ? openDeployedService(TARGET) : startSharedService(template, disposables),
    // Otherwise, both processes with browser tests would unpack it at the same time.
    isPackaged && unpackChromium(),
  ]);
  project.provide('service', service);
  project.provide('template', template);
  project.provide('builder', builder.url);
}

/**
 * Starts the service without its schedules and deliveries, which would process what is due in a
 * test that does not expect it. Disposing of it throws an error if the functions logged faults, or
 * if the OpenAPI documents do not describe a successful exchange.
 */
async function startSharedService(
  template: string,
  disposables: AsyncDisposableStack,
): Promise<SharedService> {
  const definition = readDefinition(template);
  const dynamodbEndpoint = await startEngine(definition, disposables);
  const faults: string[] = [];
  const findFault = await createFaultFinder();
  const checker = createOpenApiChecker();
  const service = await startLocalService({
    definition,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0, mcp: 0 },
    createPool: buildAndShareThreads,
    dynamodbEndpoint,
    sharesTable: true,
    onExchange: checker.onExchange,
    log: (line) => {
      const fault = findFault(line);
      if (fault !== undefined) faults.push(fault);
    },
  });
  disposables.defer(checker.throwIfAny);
  disposables.defer(() => throwIfAny(faults));
  disposables.defer(service.close);
  const { urls, functionEnvironment } = service;
  return { urls, environment: { ...service.environment, ...functionEnvironment } };
}

/** The pool of the shared service, which bundles a function at its first invocation. */
const buildAndShareThreads: CreatePool = (deps) => {
  const { invoke, end } = shareThreads(deps);
  return {
    async invoke(definition, payload) {
      definition.code = await build(definition.code);
      return invoke(definition, payload);
    },
    end,
  };
};

/**
 * Starts a DynamoDB in memory with a table without a stream, which nobody would read. Half of the
 * CPU time of a write, and the wait for the disk, would be for the files and the stream.
 */
async function startEngine(
  { stack }: ServiceDefinition,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const command = buildDynamoDbCommand(undefined);
  const { endpoint, end } = await startProcess(command, () => undefined);
  disposables.defer(end);
  for (const { StreamSpecification, ...table } of readTables(stack))
    await ensureTable(endpoint, table);
  return endpoint;
}

function throwIfAny(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const shown = faults.slice(0, 20).join('\n');
  throw new Error(`The functions logged faults of our own:\n${shown}`);
}

async function openDeployedService(file: string): Promise<SharedService> {
  const outputs = await readOutputs(file);
  const TABLE_NAME = requireOutput(outputs, 'TableName');
  const environment = compact({
    TABLE_NAME,
    ENCRYPTION_KMS_KEY_ID: getKeyAlias(TABLE_NAME),
    AWS_REGION: outputs.Region,
  });
  return {
    urls: getDeployedUrls(outputs),
    environment,
  };
}
