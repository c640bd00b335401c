import { optionalEnvironment } from '#shared/runtime/environment.ts';
import { createCdn } from './cdn/cdn.ts';
import { startEngines } from './engines/engines.ts';
import { startFunctions } from './functions/functions.ts';
import { createGateway } from './gateway/gateway.ts';
import { createUnreadableListener } from './gateway/unreadable.ts';
import { type Clock, createClock } from './host/clock.ts';
import { claimDirectory } from './host/data-directory.ts';
import { prepareKeyFile } from './host/encryption-key.ts';
import { listen } from './host/listen.ts';
import { openBacklog } from './table-stream/queue.ts';
import { startTap } from './table-stream/stream-proxy.ts';
import { type HandOver, pipeInto, startRemovals } from './table-stream/table-stream.ts';
import { type Addresses, localAddresses } from './template/addresses.ts';
import { readApi } from './template/apis.ts';
import { readDistribution } from './template/distribution.ts';
import { readDeleters, readFunctions } from './template/functions.ts';
import { readStack } from './template/stack.ts';
import { readRemovalRoutes } from './template/stream-routes.ts';

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
  urls: Addresses;
  /** What an operator's program needs in its environment to reach the stores, and to encrypt. */
  environment: Record<string, string>;
  /** Moves the time that every function sees. */
  clock: Pick<Clock, 'advance' | 'now'>;
  handOverRemovals: HandOver;
  /** Ends everything that was started, in reverse order. Once is enough, more does no harm. */
  close(): Promise<void>;
}

/**
 * Starts the whole service from its synthesized template: the stores, the functions with the code that is deployed, one
 * gateway for each API, and the CDN. Throws a sentence, with nothing left running, where something cannot start.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  await using owner = new AsyncDisposableStack();
  const service = await start(options, owner);
  const owned = owner.move();
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= owned.disposeAsync();
    return closing;
  };
  return { ...service, close };
}

/** Nothing on one machine calls a provider by mistake, least of all with tokens that were made up to try the service. */
const callsOff = { PROVIDER_GATEWAY: 'off' } as const;

async function openDoors(
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
  owner: AsyncDisposableStack,
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

  const doors = owner.use(new AsyncDisposableStack());
  const listeners = await openDoors(host, ports, doors);
  const urls = {
    main: listeners.main.url,
    auth: listeners.auth.url,
    diary: listeners.diary.url,
    cdn: listeners.cdn.url,
  };

  const directory = data === 'memory' ? undefined : await claimDirectory(data, owner);
  const keyFile = await prepareKeyFile(directory, owner);
  const engines = await startEngines(stack, { directory, dynamodbEndpoint, clock, log }, owner);
  const everywhere: Record<string, string> = {
    ...callsOff,
    TIME_LIMIT_FACTOR: optionalEnvironment('TIME_LIMIT_FACTOR') ?? '1',
    ...engines.environment,
    ...overlay,
  };
  const routes = readRemovalRoutes(stack);
  const backlog = openBacklog(directory);
  const tap = await startTap(
    everywhere.AWS_ENDPOINT_URL_DYNAMODB ?? engines.dynamodb,
    pipeInto(backlog, routes),
    owner,
  );
  const deleters = readDeleters(stack);
  const functions = startFunctions(
    readFunctions(stack),
    {
      toLocal: localAddresses(stack, apis, urls),
      keyFile,
      overlayOf: (arn) => ({
        ...everywhere,
        ...(deleters.has(arn) && { AWS_ENDPOINT_URL_DYNAMODB: tap }),
      }),
    },
    { clock, log },
    owner,
  );

  const surroundings = {
    invoke: functions.invoke,
    clock,
    notice: log,
    isUnavailable: engines.isUnavailable,
  };
  for (const name of ['main', 'auth', 'diary'] as const)
    listeners[name].answerWith(
      createGateway(apis[name], surroundings),
      createUnreadableListener(apis[name], clock),
    );
  const s3 = engines.environment.AWS_ENDPOINT_URL_S3 ?? '';
  listeners.cdn.answerWith(
    createCdn(readDistribution(stack), { invoke: functions.invoke, notice: log, s3 }),
  );
  const handOverRemovals = startRemovals(routes, backlog, surroundings, owner);
  // Opened first, because functions need the addresses, and closed first, so that no request meets half a service.
  owner.use(doors.move());
  const environment = {
    ...functions.environment,
    ...engines.environment,
    ENCRYPTION_KEY_FILE: keyFile,
  };
  return { urls, environment, clock, handOverRemovals };
}
