import { optionalEnvironment } from '#shared/runtime/environment.ts';
import { createCdn } from './cdn/cdn.ts';
import { startEngines } from './engines/engines.ts';
import { startFunctions } from './functions/functions.ts';
import { createClientErrorListener } from './gateway/client-error.ts';
import { createGateway } from './gateway/gateway.ts';
import { type Clock, createClock } from './host/clock.ts';
import { lockDirectory } from './host/data-directory.ts';
import { prepareKeyFile } from './host/encryption-key.ts';
import { listen } from './host/listen.ts';
import { openMessageQueues } from './table-stream/message-queues.ts';
import { type DrainQueues, startQueuePolling } from './table-stream/queue-polling.ts';
import { routeToQueues } from './table-stream/route-to-queues.ts';
import { startStreamProxy } from './table-stream/stream-proxy.ts';
import { createAddressReplacer, type LocalUrls } from './template/addresses.ts';
import { findDeletingFunctions, readFunctions } from './template/functions.ts';
import { readApi } from './template/read-api.ts';
import { readDistribution } from './template/read-distribution.ts';
import { readStack } from './template/stack.ts';
import { readStreamRoutes } from './template/stream-routes.ts';

/** How the service runs on this machine. */
export interface LocalServiceOptions {
  /** Path of the synthesized template, as in `cdk.out/<stack>.template.json`. */
  assembly: string;
  /** Directory that keeps the data, or `memory` for none. */
  data: string | 'memory';
  /** 0 for any port that is free. */
  ports: { main: number; auth: number; diary: number; cdn: number };
  /** 127.0.0.1 unless given. */
  host?: string;
  /** Receives every line that a function or an engine prints, and the runner's own notices. */
  log: (line: string) => void;
  /** Laid over each function's own environment. */
  environment?: Record<string, string>;
  /** A DynamoDB that is already running, in place of the embedded one. */
  dynamodbEndpoint?: string;
}

/** The service while it runs. */
export interface LocalService {
  /** As in `http://127.0.0.1:3000`, without a slash at the end. */
  urls: LocalUrls;
  /** What an operator's program needs in its environment to reach the stores, and to encrypt. */
  environment: Record<string, string>;
  /** Moves or stops the time that every function sees. */
  clock: Pick<Clock, 'advance' | 'now' | 'stop'>;
  drainQueues: DrainQueues;
  /** Ends everything that was started, in reverse order. Once is enough, more does no harm. */
  close(): Promise<void>;
}

/**
 * Starts the whole service from its synthesized template: the stores, the functions with the code that is deployed, one
 * gateway for each API, and the CDN. Throws a sentence, with nothing left running, where something cannot start.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  await using disposables = new AsyncDisposableStack();
  const service = await start(options, disposables);
  const owned = disposables.move();
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= owned.disposeAsync();
    return closing;
  };
  return { ...service, close };
}

/** Nothing on one machine calls a provider by mistake, least of all with tokens that were made up to try the service. */
const callsOff = { PROVIDER_GATEWAY: 'off' } as const;

async function listenAll(
  host: string,
  ports: LocalServiceOptions['ports'],
  doors: AsyncDisposableStack,
) {
  return {
    main: await listen(host, ports.main, doors),
    auth: await listen(host, ports.auth, doors),
    diary: await listen(host, ports.diary, doors),
    cdn: await listen(host, ports.cdn, doors),
  };
}

async function start(
  options: LocalServiceOptions,
  disposables: AsyncDisposableStack,
): Promise<Omit<LocalService, 'close'>> {
  const {
    assembly,
    data,
    ports,
    host = '127.0.0.1',
    log,
    environment: overlay = {},
    dynamodbEndpoint,
  } = options;
  const clock = createClock();
  const stack = readStack(assembly);
  const apis = {
    main: readApi(stack, 'MainUrl'),
    auth: readApi(stack, 'AuthUrl'),
    diary: readApi(stack, 'DiaryUrl'),
  };

  const doors = disposables.use(new AsyncDisposableStack());
  const listeners = await listenAll(host, ports, doors);
  const urls = {
    main: listeners.main.url,
    auth: listeners.auth.url,
    diary: listeners.diary.url,
    cdn: listeners.cdn.url,
  };

  const directory = data === 'memory' ? undefined : await lockDirectory(data, disposables);
  const keyFile = await prepareKeyFile(directory, disposables);
  const engines = await startEngines(
    stack,
    { directory, dynamodbEndpoint, clock, log },
    disposables,
  );
  const sharedEnvironment: Record<string, string> = {
    ...callsOff,
    TIME_LIMIT_FACTOR: optionalEnvironment('TIME_LIMIT_FACTOR') ?? '1',
    ...engines.environment,
    ...overlay,
  };
  const routes = readStreamRoutes(stack);
  const queues = openMessageQueues(directory);
  const streamProxy = await startStreamProxy(
    sharedEnvironment.AWS_ENDPOINT_URL_DYNAMODB ?? engines.dynamodb,
    routeToQueues(queues, routes),
    disposables,
  );
  const deleters = findDeletingFunctions(stack);
  const functions = startFunctions(
    readFunctions(stack),
    {
      toLocal: createAddressReplacer(stack, apis, urls),
      keyFile,
      getOverrides: (arn) => ({
        ...sharedEnvironment,
        ...(deleters.has(arn) && { AWS_ENDPOINT_URL_DYNAMODB: streamProxy }),
      }),
    },
    { clock, log },
    disposables,
  );

  const deps = {
    invoke: functions.invoke,
    clock,
    warn: log,
    isUnavailable: engines.isUnavailable,
  };
  for (const name of ['main', 'auth', 'diary'] as const)
    listeners[name].handleWith(
      createGateway(apis[name], deps),
      createClientErrorListener(apis[name], clock),
    );
  const s3 = engines.environment.AWS_ENDPOINT_URL_S3 ?? '';
  listeners.cdn.handleWith(
    createCdn(readDistribution(stack), { invoke: functions.invoke, warn: log, s3 }),
  );
  const drainQueues = startQueuePolling(routes, queues, deps, disposables);
  // Opened first, because functions need the addresses, and closed first, so that no request meets half a service.
  disposables.use(doors.move());
  const environment = {
    ...functions.environment,
    ...engines.environment,
    ENCRYPTION_KEY_FILE: keyFile,
  };
  return { urls, environment, clock, drainQueues };
}
