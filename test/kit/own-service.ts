import { inject, vi } from 'vitest';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '#lib/local/service.ts';
import { compact } from '#shared/runtime/compact.ts';
import { createOpenApiChecker } from './check-openapi.ts';
import { getDefinition } from './definition.ts';
import { createPoolInProcess } from './run-handler.ts';

/** The clock of this process. Once a test has moved or stopped it, only the tests move it. */
const clock: LocalService['clock'] = {
  now: () => Date.now(),
  stop: () => void vi.setSystemTime(Date.now()),
  advance: (seconds) => void vi.setSystemTime(Date.now() + seconds * 1000),
};

/**
 * Starts a service for one test file, with stores of its own unless the options name others. The
 * global setup has built it, but its functions run in this process and follow its clock. Closing it
 * throws an error if the OpenAPI documents do not describe a successful exchange.
 */
export async function startOwnService(
  options: Partial<LocalServiceOptions> = {},
): Promise<LocalService> {
  const checker = createOpenApiChecker();
  const service = await startLocalService({
    definition: getDefinition(),
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0, mcp: 0 },
    createPool: createPoolInProcess,
    log: () => undefined,
    onExchange: checker.onExchange,
    ...options,
  });
  return {
    ...service,
    clock,
    async close() {
      vi.useRealTimers();
      await service.close();
      checker.throwIfAny();
    },
  };
}

/**
 * Starts a service for one test file with the table of the other tests, which the fixtures use.
 * Only the tests advance its clock. They must not run its schedules, which would process what is
 * due in other tests. `environment` adds variables to those of its functions.
 */
export async function startServiceWithOwnClock(
  environment: Record<string, string>,
): Promise<LocalService> {
  const { AWS_ENDPOINT_URL_DYNAMODB } = inject('service').environment;
  const service = await startOwnService(
    compact({
      dynamodbEndpoint: AWS_ENDPOINT_URL_DYNAMODB,
      sharesTable: true,
      environment,
    }),
  );
  service.clock.stop();
  return service;
}
