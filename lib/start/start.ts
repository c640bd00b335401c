import { relative } from 'node:path';
import { formatSetting, settingVariables } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Demonstration } from '../admin/demonstration.ts';
import { buildSeparately } from '../build/build.ts';
import { hasCurrentData } from '../local/host/data-version.ts';
import { writePidFile } from '../local/host/pid-file.ts';
import { type LocalService, startLocalService } from '../local/service.ts';
import { readDefinition } from '../local/service-definition.ts';
import { templateFile } from '../paths.ts';
import { createLocalResolver } from '../stack-trace/source-map.ts';
import { formatAnnouncement, formatPublicAnnouncement } from './announcement.ts';
import { startCallbackPage } from './callback-page.ts';
import {
  loadDemonstrationModules,
  prepareDemonstration,
  requireNoDemonstration,
} from './demonstration.ts';
import { formatLogLine, watchMail } from './log.ts';
import type { StartOptions } from './options.ts';
import { type SampleProvider, startSampleProvider } from './sample-provider.ts';
import { watchBackups } from './watch-backups.ts';

/** A service with what `npm start` adds to it. */
interface StartedService {
  service: LocalService;
  stop(): Promise<void>;
}

/**
 * Builds the service if it is not up to date and the options allow a build. Then starts it,
 * prepares the demonstration, and prints how to use both. If this throws, nothing is left running.
 */
export async function startService(options: StartOptions): Promise<StartedService> {
  const { memory, folder, ports, host, publicAccess } = options;
  const { dynamodbEndpoint, keyFolder, providerGateway, identity } = options;
  // Rejects data of other versions before the sample provider adds its key to the folder.
  if (!memory) await hasCurrentData(folder);
  if (publicAccess) requireNoDemonstration(folder);
  const isBuilt = options.build && (await buildSeparately());
  if (isBuilt) console.log(`Built in ${formatUptime()}.`);

  await using resources = new AsyncDisposableStack();
  const log = createLog(publicAccess !== undefined);
  const sample = await startSample(options, resources);
  // Loading the AWS SDK takes 250 ms, which overlaps with the start of the engines.
  void loadDemonstrationModules();
  const service = await startLocalService(
    compact({
      definition: readDefinition(templateFile),
      data: memory ? 'memory' : folder,
      keyFolder,
      ports,
      host,
      publicAccess,
      log: log.write,
      dynamodbEndpoint,
      environment: {
        PROVIDER_GATEWAY: providerGateway,
        [settingVariables.signUp]: options.signUp,
        [settingVariables.registration]: options.registration,
        [settingVariables.metadataClients]: options.metadataClients,
        ...compact({
          [settingVariables.mailFrom]: identity.mailFrom,
          [settingVariables.service]: formatSetting(identity.service),
        }),
        // A developer needs them. The log of a public service must not quote what people entered.
        ...compact({ LOG_ERROR_MESSAGES: publicAccess ? undefined : 'on' }),
        ...sample?.environment,
      },
    }),
  );
  resources.defer(service.close);
  service.startSchedules();
  service.startDelivery();
  const environment = { ...service.environment, ...sample?.environment };
  await writePidFile(folder, environment, resources, !memory);
  await sample?.connectTo({ ...service, environment });

  if (!memory) watchBackups(folder, service.environment, log.write, resources);
  // The links of mail are secrets, which a log of a public service must not have.
  if (!publicAccess) printMail(service.mailFolder, log.write, resources);
  const demonstration = await announce(service, options, resources);
  if (demonstration && options.printWebhooks) {
    const { printWebhooks } = await import('./print-webhooks.ts');
    await printWebhooks(service, demonstration, log.write, resources);
  }
  console.log(`Ready in ${formatUptime()}. Press Ctrl-C to stop.`);

  const running = resources.move();
  const stop = () => {
    log.stop();
    return running.disposeAsync();
  };
  return { service, stop };
}

/** Prints the links of each mail as it arrives, until the service stops. */
function printMail(
  folder: string,
  print: (text: string) => void,
  resources: AsyncDisposableStack,
): void {
  const controller = new AbortController();
  resources.defer(() => controller.abort());
  watchMail(folder, print, controller.signal).catch((error) =>
    print(`Mail is written to ${folder}, but cannot be shown here: ${error}`),
  );
}

/** Starts the sample provider, unless the service has public addresses. */
async function startSample(
  { memory, folder, host, ports, publicAccess }: StartOptions,
  disposables: AsyncDisposableStack,
): Promise<SampleProvider | undefined> {
  if (publicAccess) return undefined;
  const data = memory ? undefined : folder;
  return startSampleProvider(host, ports.sample, data, disposables);
}

/**
 * Prints how to use the service, with a demonstration unless it has public addresses. Returns the
 * demonstration.
 */
async function announce(
  service: LocalService,
  { memory, folder, brief, publicAccess, host, ports, identity }: StartOptions,
  disposables: AsyncDisposableStack,
): Promise<Demonstration | undefined> {
  const data = memory
    ? 'in memory, lost at the end'
    : `${relative(process.cwd(), folder)}, kept`;
  if (publicAccess) {
    if (!brief) console.log(formatPublicAnnouncement(service, data));
    for (const advice of identity.advice) console.warn(advice);
    return undefined;
  }

  const callback_uri = await startCallbackPage(host, ports.callback, disposables);
  const prepared = await prepareDemonstration(service, memory ? undefined : folder);
  const demonstration = prepared && { ...prepared, callback_uri, now: new Date() };
  if (!brief) console.log(formatAnnouncement(service.urls, data, demonstration));
  return prepared;
}

/**
 * Creates a log that prints the lines of functions. After `stop` it prints none. Unless the service
 * is public, positions in bundles become positions in the source.
 */
function createLog(isPublic: boolean) {
  const toSourcePositions = isPublic ? (text: string) => text : createLocalResolver();
  let isStopped = false;
  return {
    write(line: string): void {
      const text = formatLogLine(line);
      if (text !== undefined && !isStopped) console.log(toSourcePositions(text));
    },
    stop(): void {
      isStopped = true;
    },
  };
}

const formatUptime = () => `${Math.round(performance.now())} ms`;
