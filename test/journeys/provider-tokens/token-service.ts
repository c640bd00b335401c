import { afterAll } from 'vitest';
import { startOwnService } from '#kit/own-service.ts';
import { type FakeProvider, startFakeProvider } from '#kit/provider.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { writePidFile } from '#lib/local/host/pid-file.ts';
import type { LocalService } from '#lib/local/service.ts';

/** A service with its data in a folder, and a stand-in for all providers. */
export interface TokenService {
  /** The data folder, by which the command line finds the service. */
  folder: string;
  provider: FakeProvider;
  /** The log lines of the service. */
  logLines: readonly string[];
  /** Returns the running service, which `restart` replaces. */
  getService(): LocalService;
  restart(): Promise<void>;
}

/** Starts a service for the tests of one file, which delivers messages only when they say so. */
export async function startTokenService(): Promise<TokenService> {
  const disposables = new AsyncDisposableStack();
  afterAll(() => disposables.disposeAsync());
  const folder = createTemporaryFolder((remove) => disposables.defer(remove));
  const provider = await startFakeProvider(disposables);
  const logLines: string[] = [];

  async function start(): Promise<LocalService> {
    const started = await startOwnService({
      environment: { PROVIDER_GATEWAY: provider.url },
      data: folder,
      log: (line) => logLines.push(line),
    });
    started.clock.stop();
    openLocalTable(started.environment);
    return started;
  }

  let service = await start();
  disposables.defer(() => service.close());
  await writePidFile(folder, service.environment, disposables);
  return {
    folder,
    provider,
    logLines,
    getService: () => service,
    restart: async () => {
      await service.close();
      service = await start();
    },
  };
}
