import { afterAll } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { startSampleProvider } from '#lib/start/sample-provider.ts';
import { getIdentityHeaders } from './fixtures.ts';
import { startOwnService } from './own-service.ts';
import { type StandIn, serveStandIns } from './provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from './provider-stand-ins/start.ts';
import { type Send, send } from './send.ts';

/** A service with two providers. */
export interface ProviderService {
  service: LocalService;
  send: Send;
  /** The log lines of the service. */
  logLines: readonly string[];
  googleHealth: StandIn;
}

/**
 * Starts a service for the tests of one file, whose clock only they advance. The fixtures use its
 * stores from now on.
 */
export async function startProviderService(): Promise<ProviderService> {
  const disposables = new AsyncDisposableStack();
  afterAll(() => disposables.disposeAsync());
  const logLines: string[] = [];
  const googleHealth = createProviderStandIn('google_health', () => service.clock.now());
  // A browser sends the cookies of our pages as it does when a real provider redirects to them.
  const sample = await startSampleProvider('localhost', 0, undefined, disposables);
  const service: LocalService = await startOwnService({
    environment: {
      PROVIDER_GATEWAY: await serveStandIns([googleHealth], disposables),
      ...sample.environment,
    },
    log: (line) => logLines.push(line),
  });
  disposables.defer(() => service.close());
  service.clock.stop();
  await sample.connectTo({
    ...service,
    environment: { ...service.environment, ...sample.environment },
  });
  openLocalTable(service.environment);
  return {
    service,
    logLines,
    googleHealth,
    send: (method, path, options) => send(service.urls, method, path, options),
  };
}

interface DiarySummary {
  items: { duration: number }[];
}

/** Waits for the sync, and returns the seconds of exercise in the diary of the last 30 days. */
export async function sumImported(
  { service, send }: ProviderService,
  token: string,
): Promise<number> {
  await service.drainQueues();
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  const path = `/v2/diary/summary?from=${addDays(today, -30)}&to=${today}`;
  const headers = getIdentityHeaders(token);
  const options = { host: 'diary', token, headers } as const;
  const { body } = await send<DiarySummary>('GET', path, options);
  return body.items.reduce((sum, { duration }) => sum + duration, 0);
}
