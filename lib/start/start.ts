import { relative } from 'node:path';
import { buildService } from '../build/build.ts';
import { leaveServiceFile } from '../local/host/pid-file.ts';
import { startLocalService } from '../local/service.ts';
import { announcement } from './announcement.ts';
import { loadStores, prepareDemonstration } from './demonstration.ts';
import { readable } from './log-lines.ts';
import { readProviderGateway, type StartOptions } from './options.ts';

/**
 * Runs the service as a developer uses it: builds what is not current, starts, prepares the demonstration, says where
 * everything is, and answers what ends it all. Throws a sentence, with nothing left running, where it cannot start.
 */
export async function startService({
  memory,
  folder,
  ports,
  brief,
}: StartOptions): Promise<() => Promise<void>> {
  const { DYNAMODB_ENDPOINT } = process.env;
  const PROVIDER_GATEWAY = readProviderGateway(process.env.PROVIDER_GATEWAY);
  const { template, built } = await buildService();
  if (built) console.log(`Built in ${elapsed()}.`);
  await using owner = new AsyncDisposableStack();
  let isEnding = false;
  const log = (line: string) => {
    const text = readable(line);
    if (text !== undefined && !isEnding) console.log(text);
  };
  // What the demonstration needs takes a quarter of a second to load, and can do so while the engines start.
  void loadStores();
  const service = await startLocalService({
    assembly: template,
    data: memory ? 'memory' : folder,
    ports,
    log,
    ...(DYNAMODB_ENDPOINT && { dynamodbEndpoint: DYNAMODB_ENDPOINT }),
    ...(PROVIDER_GATEWAY && { environment: { PROVIDER_GATEWAY } }),
  });
  owner.defer(service.close);
  await leaveServiceFile(folder, service.environment, owner);
  const demonstration = await prepareDemonstration(service, memory ? undefined : folder);
  const data = memory ? 'in memory, gone at the end' : `${relative(process.cwd(), folder)}, kept`;
  if (!brief) console.log(announcement(service.urls, data, demonstration));
  console.log(`Ready in ${elapsed()}. Ctrl-C ends it.`);
  const owned = owner.move();
  return () => {
    isEnding = true;
    return owned.disposeAsync();
  };
}

/** Since this process began. */
const elapsed = () => `${Math.round(performance.now())} ms`;
