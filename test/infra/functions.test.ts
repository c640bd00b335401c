import { describe, expect, it } from 'vitest';
import type { ResourceUse } from '#lib/cloud/functions/resource-access.ts';
import type { FunctionRequirements } from '#lib/cloud/functions/service-function.ts';
import { listApiFunctions } from '#lib/endpoints.ts';
import { mergeNeeds } from '#lib/function-needs.ts';
import { getErrorShape, mcpApiVariable } from '#shared/contract/endpoint.ts';
import { type Setting, settingVariables } from '#shared/contract/resources.ts';
import {
  consumers,
  endpoints,
  findFunction,
  functions as otherFunctions,
  template,
} from './built-stack.ts';
import { listResources } from './template.ts';

interface FunctionProperties {
  MemorySize: number;
  EphemeralStorage?: { Size: number };
  Timeout: number;
  Environment?: { Variables: Record<string, unknown> };
}

const functions = listResources<FunctionProperties>(template, 'AWS::Lambda::Function');

const urlVariables = {
  main: 'MAIN_URL',
  auth: 'AUTH_URL',
  diary: 'DIARY_URL',
  cdn: 'CDN_URL',
  mcp: 'MCP_URL',
};

/** The settings that every function has which reads them. */
const modes: readonly Setting[] = ['signUp', 'registration', 'metadataClients'];

/** The stores that are in one bucket. */
const filesBucketStores = ['originals', 'exports', 'imports', 'pushes'] as const;

/** Lists the environment variables with the names of stores. */
const listStoreVariables = (stores: ResourceUse = {}) => [
  ...(stores.table?.length ? ['TABLE_NAME'] : []),
  ...(filesBucketStores.some((name) => stores[name]?.length)
    ? ['FILES_BUCKET_NAME']
    : []),
  ...(stores.variants?.length ? ['VARIANT_BUCKET_NAME'] : []),
  ...(stores.encryption ? ['ENCRYPTION_KMS_KEY_ID'] : []),
  ...(stores.signingKeys ? ['SIGNING_KMS_KEYS'] : []),
];

const declared: { id: string; needs: FunctionRequirements; sends?: boolean }[] = [
  ...listApiFunctions(endpoints).map(({ id, endpoints: served }) => ({
    id,
    needs: mergeNeeds(served),
  })),
  ...consumers.map(({ id, consumer }) => ({ id, needs: consumer })),
  ...otherFunctions.map(({ id, definition }) => ({
    id,
    needs: definition,
    sends: definition.trigger === 'stream',
  })),
];

describe.each(declared)('the function of $id', ({ id, needs, sends }) => {
  it('has exactly the declared memory, timeout and environment', () => {
    const { memory = 512, timeout = 10, stores, baseUrls = [], settings = [] } = needs;
    const { temporaryStorage } = needs;
    const { Properties } = findFunction<FunctionProperties>(id) ?? {};
    expect(Properties).toMatchObject({ MemorySize: memory, Timeout: timeout });
    // Lambda accepts no less.
    expect(memory).toBeGreaterThanOrEqual(128);
    const storage = temporaryStorage && { Size: temporaryStorage };
    expect(Properties?.EphemeralStorage).toEqual(storage);
    expect(Object.keys(Properties?.Environment?.Variables ?? {}).sort()).toEqual(
      [
        'ICU_TIMEZONE_FILES_DIR',
        ...listStoreVariables(stores),
        ...(sends ? ['QUEUE_URLS'] : []),
        ...(id === 'auth/authorizer' ? [mcpApiVariable] : []),
        ...baseUrls.map((address) => urlVariables[address]),
        ...settings
          .filter((name) => modes.includes(name))
          .map((name) => settingVariables[name]),
      ].sort(),
    );
  });
});

describe('functions', () => {
  it('of pages can say who runs the service, also on pages about errors', () => {
    const withPages = endpoints.filter(
      ({ endpoint }) => getErrorShape(endpoint) === 'page',
    );
    expect(withPages.length).toBeGreaterThan(30);
    const silent = withPages.filter(
      ({ endpoint }) => !endpoint.settings?.includes('service'),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('run the newest Node.js of Lambda on arm64 and share one log', () => {
    expect(functions).toHaveLength(declared.length);
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        LoggingConfig: {
          LogFormat: 'JSON',
          // Failed invocations are reported, which the alarm on errors needs.
          SystemLogLevel: 'WARN',
          LogGroup: { Ref: expect.stringMatching(/^FunctionLog/) },
        },
      });
  });

  it('of schedules are not repeated by Lambda, because the next run does their work', () => {
    const scheduled = otherFunctions.filter(
      ({ definition }) => definition.trigger === 'schedule',
    );
    const configurations = listResources(template, 'AWS::Lambda::EventInvokeConfig');
    expect(configurations.map(({ Properties }) => Properties)).toEqual(
      scheduled.map(({ id }) => ({
        FunctionName: { Ref: findFunction(id)?.id },
        Qualifier: '$LATEST',
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
      })),
    );
  });

  it('log for longer than backups are kept, so erasures can be repeated after a restore', () => {
    const logs = listResources(template, 'AWS::Logs::LogGroup');
    const log = logs.find(({ id }) => id.startsWith('FunctionLog'));
    expect(log?.Properties.RetentionInDays).toBe(60);
  });
});
