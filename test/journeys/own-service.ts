import { buildService } from '../../lib/build/build.ts';
import { type LocalService, startLocalService } from '../../lib/local/service.ts';

/** Starts a service for one file of tests, which can do to it what the others could not bear; it logs nothing. */
export async function startOwnService(environment: Record<string, string> = {}): Promise<LocalService> {
  const { template } = await buildService();
  return startLocalService({
    assembly: template,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0 },
    environment,
    log: () => undefined,
  });
}
