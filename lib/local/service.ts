import type { BaseUrlName } from '#shared/contract/endpoint.ts';
import { startedVariable } from '#shared/runtime/lease.ts';
import { consumerQueuesOutput, consumerQueuesVariable } from '../deployment/outputs.ts';
import { createEventDelivery, type EventDelivery } from './event-delivery.ts';
import { type Functions, startFunctions } from './functions/functions.ts';
import { type CreatePool, createInstancePool } from './functions/pool.ts';
import { type Clock, createClock } from './host/clock.ts';
import { lockDirectory } from './host/data-directory.ts';
import { hasCurrentData, recordDataVersion } from './host/data-version.ts';
import { createTemporaryDirectory } from './host/temporary-directory.ts';
import { trustNoProxy } from './http/request-head.ts';
import { openMessageQueues } from './queues/message-queues.ts';
import { startQueueServer } from './queues/queue-server.ts';
import { createSchedules, type Schedules } from './schedules.ts';
import {
  type Exchange,
  getListeningUrls,
  handleRequests,
  listenAll,
  type ServicePublicAccess,
} from './servers.ts';
import type { ServiceDefinition } from './service-definition.ts';
import { buildSharedEnvironment, buildStoreEnvironment, startStores } from './stores.ts';
import {
  createAddressReplacer,
  type LocalUrls,
  withLocalAddresses,
} from './template/addresses.ts';

export interface LocalServiceOptions {
  /** The service, as its synthesized template defines it. */
  definition: ServiceDefinition;
  /** Directory for the data, or `memory` to keep no data. */
  data: string | 'memory';
  /** The folder of the encryption key. Defaults to the directory of the data. */
  keyFolder?: string;
  /** Port 0 selects any free port. */
  ports: Readonly<Record<BaseUrlName, number>>;
  /** Defaults to 127.0.0.1. */
  host?: string;
  /** Clients' access through a proxy. Defaults to access without a proxy. */
  publicAccess?: ServicePublicAccess;
  /** Receives the lines that functions and engines print, and the runner's own warnings. */
  log: (line: string) => void;
  /** Overrides the environment variables of every function. */
  environment?: Record<string, string>;
  /** Creates the pool of function threads. Defaults to `createInstancePool`. */
  createPool?: CreatePool;
  /** URL of a running DynamoDB to use instead of the embedded one. */
  dynamodbEndpoint?: string;
  /**
   * Whether another process delivers the changes of the table and deletes its expired items.
   * Defaults to false.
   */
  sharesTable?: boolean;
  /** Receives each request to an API with its response. */
  onExchange?: (exchange: Exchange) => void;
}

/** A running service. */
export interface LocalService {
  /** The URLs for clients, e.g. `http://127.0.0.1:3000`, without a trailing slash. */
  urls: LocalUrls;
  /** The URLs at which the servers listen, and to which a proxy sends requests. */
  listeningUrls: LocalUrls;
  /** Environment variables with which tools use the stores, the queues and the encryption key. */
  environment: Record<string, string>;
  /** The variables of all functions together. */
  functionEnvironment: Record<string, string>;
  /** The folder with the mail that the service sent. */
  mailFolder: string;
  /** Moves or stops the clock of all functions. */
  clock: Pick<Clock, 'advance' | 'now' | 'stop'>;
  drainQueues: EventDelivery['drainQueues'];
  startDelivery: EventDelivery['startDelivery'];
  holdInvocations: Functions['holdInvocations'];
  replaceCode: Functions['replaceCode'];
  runSchedules: Schedules['runSchedules'];
  startSchedules: Schedules['startSchedules'];
  /** Stops everything, in the reverse order of the start. Further calls have no effect. */
  close(): Promise<void>;
}

async function openDirectory(
  { data }: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<string> {
  if (data === 'memory') return createTemporaryDirectory(disposables);
  // Rejects data of other versions before the lock changes the folder.
  await hasCurrentData(data);
  const directory = lockDirectory(data, disposables);
  await recordDataVersion(directory);
  return directory;
}

/** Starts the servers, stores and queues that the functions need before they start. */
async function startInfrastructure(
  options: LocalServiceOptions,
  { stack }: ServiceDefinition,
  clock: Clock,
  disposables: AsyncDisposableStack,
) {
  const { log, host = '127.0.0.1', dynamodbEndpoint, keyFolder } = options;
  const { sharesTable = false } = options;
  // The directory is locked before the ports are used. A second start then reports that the data is
  // in use.
  const directory = await openDirectory(options, disposables);
  const servers = await listenAll(host, options.ports, disposables);
  const access: ServicePublicAccess = options.publicAccess ?? {
    urls: getListeningUrls(servers),
    isTrustedProxy: trustNoProxy,
  };

  const storeOptions = { directory, dynamodbEndpoint, sharesTable, keyFolder, log };
  const stores = await startStores(stack, storeOptions, disposables);
  const queuesDirectory = options.data === 'memory' ? undefined : directory;
  const queues = openMessageQueues(queuesDirectory, clock.now());
  disposables.defer(queues.close);
  const names = stack.listResources('AWS::SQS::Queue').map(({ ref }) => ref);
  const queueDeps = { queues, names: new Set(names), clock };
  const AWS_ENDPOINT_URL_SQS = await startQueueServer(queueDeps, disposables);
  /** The variables with which the operator's tools find the queues. */
  const queueAccess = {
    AWS_ENDPOINT_URL_SQS,
    [consumerQueuesVariable]: stack.findOutput(consumerQueuesOutput) ?? '{}',
  };
  // Other processes can hold leases in a table of somebody else.
  const isOnlyProcess = dynamodbEndpoint === undefined;
  const started = isOnlyProcess ? { [startedVariable]: String(clock.now()) } : {};
  const environment = { AWS_ENDPOINT_URL_SQS, ...started, ...options.environment };
  /** The environment variables of all functions. */
  const sharedEnvironment = buildSharedEnvironment(stores, access.urls, environment);
  return { servers, access, stores, queues, queueAccess, sharedEnvironment };
}

async function start(
  options: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Omit<LocalService, 'close'>> {
  const { definition, log, onExchange, createPool = createInstancePool } = options;
  const clock = createClock();
  const infrastructure = await startInfrastructure(
    options,
    definition,
    clock,
    disposables,
  );
  const { servers, access, stores, queues, queueAccess } = infrastructure;
  const { urls } = access;

  const toLocal = createAddressReplacer(definition.stack, definition.apis, urls);
  const mapping = {
    toLocal,
    keyFile: stores.keyFile,
    signingKeyFile: stores.signingKeyFile,
    overrides: infrastructure.sharedEnvironment,
  };
  // Threads end after less than the minute between two runs of a schedule, so they end at once.
  const seldomInvoked = new Set(
    definition.schedules.map(({ functionArn }) => functionArn),
  );
  const pool = createPool({ log, clock, seldomInvoked });
  const functionsDeps = { pool, log };
  const functions = startFunctions(
    definition.functions,
    mapping,
    functionsDeps,
    disposables,
  );

  const { isUnavailable } = stores.engines;
  const deps = { invoke: functions.invoke, clock, warn: log, isUnavailable };
  const serverDeps = { ...deps, toLocal, onExchange };
  const apis = withLocalAddresses(definition.apis, toLocal);
  handleRequests(servers, access, { ...definition, apis }, stores.engines, serverDeps);
  const { dynamodbEndpoint, streamRecords } = stores.engines;
  const directory = options.data === 'memory' ? undefined : stores.directory;
  const storage = { dynamodbEndpoint, streamRecords, directory };
  const delivery = await createEventDelivery(
    options.sharesTable ? { ...definition, stream: undefined } : definition,
    queues,
    storage,
    deps,
    disposables,
  );
  const schedules = createSchedules(definition.schedules, deps);
  // The last deferred is disposed of first: no request reaches a partly stopped service.
  disposables.defer(async () => {
    // All requests and deliveries in flight share one grace period.
    const closed = Object.values(servers).map((server) => server.close());
    await Promise.all([...closed, delivery.stop(), schedules.stop()]);
  });

  return {
    urls,
    listeningUrls: getListeningUrls(servers),
    environment: { ...buildStoreEnvironment(functions, stores), ...queueAccess },
    functionEnvironment: {
      ...functions.environment,
      ...infrastructure.sharedEnvironment,
    },
    mailFolder: stores.mailFolder,
    clock,
    drainQueues: delivery.drainQueues,
    startDelivery: delivery.startDelivery,
    runSchedules: schedules.runSchedules,
    startSchedules: schedules.startSchedules,
    holdInvocations: functions.holdInvocations,
    replaceCode: functions.replaceCode,
  };
}

/**
 * Starts the service of a synthesized template: the stores, the functions with their deployed
 * code, one gateway per API, and the CDN. If this throws, nothing is left running.
 */
export async function startLocalService(
  options: LocalServiceOptions,
): Promise<LocalService> {
  await using disposables = new AsyncDisposableStack();
  const service = await start(options, disposables);
  const running = disposables.move();
  let disposal: Promise<void> | undefined;
  return {
    ...service,
    close: () => {
      disposal ??= running.disposeAsync();
      return disposal;
    },
  };
}
