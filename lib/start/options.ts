import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  type MetadataClientMode,
  metadataClientModes,
  type RegistrationMode,
  registrationModes,
  type SignUpMode,
  signUpModes,
} from '#shared/contract/resources.ts';
import { defaultDataFolder } from '../local/host/pid-file.ts';
import type { ServicePublicAccess } from '../local/servers.ts';
import { createIntegerParser, createProgram } from '../terminal/program.ts';
import { identityOptions, type LocalIdentity, readIdentity } from './identity-options.ts';
import { publicOptions, readPublicAccess } from './public-options.ts';

/** Parses a settings file. Throws unless it is a JSON object. */
function parseSettings(path: string): object {
  let settings: unknown;
  try {
    settings = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error(`${path} must be a JSON object, e.g. {"port": 4000}.`);
  return settings;
}

/**
 * Reads a settings file, e.g. `{"port": 4000}`, and returns it as command-line arguments, e.g.
 * `['--port=4000']`. `names` are the known options. Throws if the file cannot be read, or if it has
 * an unknown setting or an invalid value.
 */
function readSettingsFile(path: string, names: readonly string[]): string[] {
  const settings = Object.entries(parseSettings(path));
  const unknown = settings.map(([name]) => name).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `${path}: unknown setting ${unknown.join(', ')}; expected ${names.join(', ')}.`,
    );

  return settings.flatMap(([name, value]) => {
    // A switch that is `false` is not given.
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    if (typeof value === 'string' || typeof value === 'number')
      return [`--${name}=${value}`];
    throw new Error(`${path}: ${name} must be a string, a number, true or false.`);
  });
}

export interface StartOptions {
  /** Whether to keep no data. */
  memory: boolean;
  /**
   * The folder with the data, and with the file by which the operator's command line finds the
   * service.
   */
  folder: string;
  ports: ReturnType<typeof choosePorts>;
  /** The IP address to listen on. */
  host: string;
  /** Clients' access through a proxy. Undefined if the service serves this machine only. */
  publicAccess: ServicePublicAccess | undefined;
  /** Whether to build what has changed since the last build. */
  build: boolean;
  /** Whether to print only that the service is ready. */
  brief: boolean;
  /** The endpoint of a DynamoDB that replaces the embedded engine. */
  dynamodbEndpoint: string | undefined;
  /**
   * The folder that keeps the encryption key although `memory` is true. A DynamoDB that already
   * runs keeps its data, so the next start needs the same key.
   */
  keyFolder: string | undefined;
  /** `off`, `direct`, or the URL of a stand-in that receives the calls to providers. */
  providerGateway: string;
  signUp: SignUpMode;
  registration: RegistrationMode;
  /** Who may be a client by a metadata document. */
  metadataClients: MetadataClientMode;
  /** What the operator says about the service. */
  identity: LocalIdentity;
  /** Whether to print what a webhook of the demonstration application gets. */
  printWebhooks: boolean;
  /** The port for a debugger, or undefined if none can attach. */
  inspect: number | undefined;
}

function createStartProgram() {
  return createProgram('npm start --')
    .description('Runs the whole service on this machine until Ctrl-C.')
    .option('--memory', 'keep no data')
    .addOption(
      new Option('--data <folder>', 'data folder').default(defaultDataFolder, '.local'),
    )
    .addOption(
      new Option(
        '--port <number>',
        'first of seven ports: main, auth, diary, cdn, demonstration, sample provider, mcp; ' +
          '0: free ports',
      )
        .default(3000)
        .argParser(createIntegerParser(0, 65_529)),
    )
    .addOption(
      new Option('--host <address>', 'IP address to listen on')
        .default('127.0.0.1')
        .argParser(parseHost),
    )
    .addOption(publicOptions.mainUrl)
    .addOption(publicOptions.authUrl)
    .addOption(publicOptions.diaryUrl)
    .addOption(publicOptions.cdnUrl)
    .addOption(publicOptions.mcpUrl)
    .addOption(publicOptions.trustedProxy)
    .addOption(identityOptions.serviceName)
    .addOption(identityOptions.contact)
    .addOption(identityOptions.privacyUrl)
    .addOption(identityOptions.termsUrl)
    .addOption(identityOptions.logo)
    .addOption(identityOptions.mailFrom)
    .option('--settings <file>', 'JSON file with these options, e.g. {"port": 4000}')
    .option('--no-build', 'start the last build without looking for changed sources')
    .option(
      '--brief',
      'print only that the service is ready, if addresses and data are as before',
    )
    .option('--print-webhooks', 'print what a webhook of the demonstration gets')
    .addOption(
      new Option('--inspect [port]', 'let a debugger attach')
        .preset('9229')
        .argParser(createIntegerParser(0, 65_535)),
    )
    .addOption(
      new Option(
        '--dynamodb-endpoint <url>',
        'running DynamoDB to use instead of the embedded one',
      ).env('DYNAMODB_ENDPOINT'),
    )
    .addOption(
      new Option(
        '--provider-gateway <gateway>',
        'who gets calls to providers, webhooks and mail: off (nobody), direct (them), or a ' +
          'stand-in URL, which gets no mail',
      )
        .env('PROVIDER_GATEWAY')
        .default('off')
        .argParser(parseProviderGateway),
    )
    .addOption(
      new Option(
        '--sign-up <mode>',
        'who can create an account (default: open, or off with public addresses)',
      ).choices(signUpModes),
    )
    .addOption(
      new Option(
        '--registration <mode>',
        'who can register applications (default: open, or off with public addresses)',
      ).choices(registrationModes),
    )
    .addOption(
      new Option(
        '--metadata-clients <mode>',
        'who may be an application by a document on the web: nobody, those that you have pinned, ' +
          'or all; reading them needs --provider-gateway direct',
      )
        .choices(metadataClientModes)
        .default('open' as const),
    );
}

type StartProgram = ReturnType<typeof createStartProgram>;

/**
 * Returns the program with the parsed options of a command line. If it names a settings file, the
 * file provides the options that the command line does not give.
 */
function parseArguments(args: readonly string[]): StartProgram {
  const program = createStartProgram().parse(args, { from: 'user' });
  const { settings } = program.opts();
  if (settings === undefined) return program;

  const names = program.options.map((option) => option.name());
  const settingNames = names.filter((name) => name !== 'settings');
  const fileArgs = readSettingsFile(settings, settingNames);
  // The last value of an option counts, so the command line overrides the file.
  return createStartProgram().parse([...fileArgs, ...args], { from: 'user' });
}

/**
 * Reads a command line. Throws a `CommanderError` after it printed help or an error, or another
 * error if the settings file is invalid.
 */
export function readOptions(args: readonly string[]): StartOptions {
  const program = parseArguments(args);
  const { memory = false, data, port, brief = false, ...others } = program.opts();
  const publicAccess = readPublicAccess(program, others);
  const { printWebhooks = false } = others;
  if (publicAccess && printWebhooks)
    program.error('error: a service with public addresses has no demonstration');
  const dynamodbEndpoint = others.dynamodbEndpoint || undefined;
  return {
    memory,
    folder: data,
    ports: choosePorts(port),
    host: others.host,
    publicAccess,
    build: others.build,
    identity: readIdentity(others),
    signUp: others.signUp ?? (publicAccess ? 'off' : 'open'),
    registration: others.registration ?? (publicAccess ? 'off' : 'open'),
    metadataClients: others.metadataClients,
    // Free ports and data in memory differ at each start, so the announcement has to show them.
    brief: brief && !memory && port !== 0,
    dynamodbEndpoint,
    keyFolder: memory && dynamodbEndpoint ? data : undefined,
    providerGateway: others.providerGateway,
    printWebhooks,
    inspect: others.inspect,
  };
}

/**
 * Parses the option `--provider-gateway`. An empty text means `off`, because its variable can be
 * set to nothing.
 */
function parseProviderGateway(text: string): string {
  if (text === '') return 'off';
  if (text === 'off' || text === 'direct') return text;
  const isUrl = /^https?:\/\/[^/]/.test(text);
  if (isUrl) return text;
  throw new InvalidArgumentError(
    'Expected off, direct or a URL, e.g. http://127.0.0.1:8080.',
  );
}

function parseHost(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('Expected an IP address, e.g. 0.0.0.0.');
}

/** Numbers the ports from the first one. 0 stands for any free port. */
function choosePorts(first: number) {
  const step = first === 0 ? 0 : 1;
  return {
    main: first,
    auth: first + step,
    diary: first + 2 * step,
    cdn: first + 3 * step,
    /** The page on which the demonstration's application receives codes. */
    callback: first + 4 * step,
    /** The sample provider. */
    sample: first + 5 * step,
    mcp: first + 6 * step,
  };
}
