import { join } from 'node:path';
import { deriveSecret, newSecret } from '#shared/auth/secrets.ts';
import {
  type ExtraType,
  extraTypeVariable,
} from '#shared/reference-data/connection-types.ts';
import { createDataDirectory } from '../local/host/data-directory.ts';
import { readIfExists, replaceFile } from '../local/host/files.ts';
import { type LocalServer, listen } from '../local/host/listen.ts';
import { createSampleProvider } from '../local/sample-provider/sample-provider.ts';
import type { LocalService } from '../local/service.ts';

/** Matches what `newSecret` returns. */
const keyPattern = /^[0-9a-z]{52}$/;

/**
 * Reads the key of the sample provider from a data folder. Creates a new key if it is missing or
 * damaged. Warns about a damaged key, because accounts must then be connected again.
 */
export async function loadSampleKey(folder: string): Promise<string> {
  createDataDirectory(folder);
  const path = join(folder, 'sample-provider.key');
  const stored = await readIfExists(path);
  const key = stored?.toString().trim();
  if (key !== undefined && keyPattern.test(key)) return key;

  if (key !== undefined)
    console.warn(
      `${path} is damaged, so it is replaced. Connect the sample provider again.`,
    );
  const created = newSecret();
  await replaceFile(path, `${created}\n`, { mode: 0o600 });
  return created;
}

/** The id of the sample provider's connection type, above all ids of the reference data. */
export const sampleTypeId = '1000';

const type = 'sample';
const client_id = 'fitness-data-service';

/** A sample provider that has a port, and waits for the service to start. */
export interface SampleProvider {
  /** Environment variables that offer its connection type. */
  environment: Record<string, string>;
  /** Stores its client in the service, and starts to handle requests. */
  connectTo(service: LocalService): Promise<void>;
}

/**
 * Starts the sample provider: a server that stands in for a provider, so that a newcomer can
 * connect an account and sees data. A deployed service does not have it. Its key is kept in the
 * data folder, if there is one, so that connections survive a restart.
 */
export async function startSampleProvider(
  host: string,
  port: number,
  folder: string | undefined,
  disposables: AsyncDisposableStack,
): Promise<SampleProvider> {
  const server = await listen(host, port, disposables);
  const key = folder === undefined ? newSecret() : await loadSampleKey(folder);
  return {
    environment: { [extraTypeVariable]: JSON.stringify(describeType(server)) },
    connectTo: (service) => connect(server, key, service),
  };
}

function describeType({ url }: LocalServer): ExtraType {
  return {
    id: sampleTypeId,
    type,
    name: 'Sample provider',
    device: { manufacturer: 'Sample', model: 'Band' },
    records: 'workouts',
    // The sample provider has the API of WHOOP.
    interface: 'whoop',
    gateway: url as ExtraType['gateway'],
  };
}

async function connect(
  server: LocalServer,
  key: string,
  { urls, environment, clock }: LocalService,
): Promise<void> {
  const client = { client_id, client_secret: deriveSecret(key, client_id, 'secret') };
  server.handleWith(
    createSampleProvider({
      key,
      client,
      getRedirectUri: () => `${urls.auth}/v7.1/connect/callback/${type}/`,
      now: clock.now,
    }),
  );

  const { setLocalClient } = await import('../admin/local-writes.ts');
  const extra_scopes = ['read:sleep', 'read:recovery'];
  await setLocalClient(environment, { type, ...client, extra_scopes });
}
