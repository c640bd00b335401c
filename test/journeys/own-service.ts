import { buildService } from '#lib/build/build.ts';
import { type LocalService, startLocalService } from '#lib/local/service.ts';

/**
 * Starts a service for one file of tests, which can do to it what the others could not bear; what it logs is heard by
 * `log` alone.
 */
export async function startOwnService(
  environment: Record<string, string> = {},
  { data = 'memory', log = () => undefined }: { data?: string; log?: (line: string) => void } = {},
): Promise<LocalService> {
  const { template } = await buildService();
  return startLocalService({
    assembly: template,
    data,
    ports: { main: 0, auth: 0, diary: 0, cdn: 0 },
    environment,
    log,
  });
}
