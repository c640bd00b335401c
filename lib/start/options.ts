import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { defaultDataFolder } from '../local/host/pid-file.ts';
import { parseInteger } from '../terminal/parse-integer.ts';
import { createProgram } from '../terminal/program.ts';

/** 0 stands for any free port. */
interface Ports {
  main: number;
  auth: number;
  diary: number;
  cdn: number;
}

/** How to run the local service. */
export interface StartOptions {
  /** Keeps no data. */
  memory: boolean;
  /** Has the data, and the file by which the operator's command line finds the service. */
  folder: string;
  ports: Ports;
  /** Prints only that the service is ready. */
  brief: boolean;
  /** Replaces the embedded DynamoDB. */
  dynamodbEndpoint: string | undefined;
  /** Receives the calls to providers: `off`, `direct`, or the URL of a stand-in. */
  providerGateway: string;
}

/** Reads a command line. Throws a `CommanderError` after it printed help or an error. */
export function readOptions(words: readonly string[]): StartOptions {
  const program = createProgram('npm start --')
    .description('Runs the whole service on this machine until Ctrl-C.')
    .option('--memory', 'keep no data')
    .addOption(
      new Option('--data <folder>', 'data folder').default(defaultDataFolder, '.local'),
    )
    .addOption(
      new Option(
        '--port <number>',
        'first of four ports: main, auth, diary, cdn; 0: any free ones',
      )
        .default(3000)
        .argParser(parseInteger(0, 65_532)),
    )
    .option(
      '--brief',
      'print only that the service is ready, if addresses and data are as before',
    )
    .addOption(
      new Option(
        '--dynamodb-endpoint <url>',
        'running DynamoDB to use, not the embedded one',
      ).env('DYNAMODB_ENDPOINT'),
    )
    .addOption(
      new Option(
        '--provider-gateway <gateway>',
        'who gets the calls to providers: off (nobody), direct (the provider), or a stand-in URL',
      )
        .env('PROVIDER_GATEWAY')
        .default('off')
        .argParser(parseProviderGateway),
    )
    .parse(words, { from: 'user' });

  const { memory = false, data, port, brief = false, ...others } = program.opts();
  return {
    memory,
    folder: data,
    ports: choosePorts(port),
    brief: brief && !memory && port !== 0,
    dynamodbEndpoint: others.dynamodbEndpoint || undefined,
    providerGateway: others.providerGateway,
  };
}

/** An empty variable counts as not set. */
function parseProviderGateway(text: string): string {
  if (text === '') return 'off';
  if (text === 'off' || text === 'direct') return text;
  const isUrl = /^https?:\/\/[^/]/.test(text);
  if (isUrl) return text;
  throw new InvalidArgumentError(
    'Expected off, direct or a URL, e.g. http://127.0.0.1:8080.',
  );
}

function choosePorts(first: number): Ports {
  const step = first === 0 ? 0 : 1;
  return {
    main: first,
    auth: first + step,
    diary: first + 2 * step,
    cdn: first + 3 * step,
  };
}
