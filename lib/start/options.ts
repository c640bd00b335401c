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
import { readSettingsFile, readSettingVariables } from './settings.ts';

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
  /** Whether a client may be the URL of a metadata document. */
  metadataClients: MetadataClientMode;
  /** The operator's texts about the service. */
  identity: LocalIdentity;
  /** Whether to print what a webhook of the demonstration application gets. */
  printWebhooks: boolean;
  /** The port for a debugger, or undefined if none can attach. */
  inspect: number | undefined;
}

function createStartProgram(name: string) {
  return createProgram(name)
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
 * Returns the program with the parsed options of a command line. The environment provides what the
 * command line does not give, and a settings file what neither gives.
 */
function parseArguments(args: readonly string[], name: string): StartProgram {
  const { options } = createStartProgram(name);
  const withValue = options.filter(({ required }) => required);
  const variables = readSettingVariables(withValue.map((option) => option.name()));
  // The last value of an option counts.
  const givenArgs = [...variables, ...args];
  const program = createStartProgram(name).parse(givenArgs, { from: 'user' });
  const { settings } = program.opts();
  if (settings === undefined) return program;

  const names = options.map((option) => option.name());
  const settingNames = names.filter((name) => name !== 'settings');
  const fileArgs = readSettingsFile(settings, settingNames);
  return createStartProgram(name).parse([...fileArgs, ...givenArgs], { from: 'user' });
}

/**
 * Reads the command line of the program with this name. Throws a `CommanderError` after it printed
 * help or an error, or another error if the settings file is invalid.
 */
export function readOptions(
  args: readonly string[],
  name = 'npm start --',
): StartOptions {
  const program = parseArguments(args, name);
  const { memory = false, data, port, brief = false, ...others } = program.opts();
  const publicAccess = readPublicAccess(program, others);
  const isForThisMachine = loopbackAddress.test(others.host);
  if (!publicAccess && !isForThisMachine)
    program.error(
      `error: with --host ${others.host}, other machines reach the service: set --main-url, ` +
        '--auth-url, --diary-url and --cdn-url, its https addresses (docs/self-hosting.md). ' +
        'Without them it has a demonstration, whose password anybody may read',
    );
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

/** Matches the addresses that only this machine reaches. */
const loopbackAddress = /^(?:127\.|::1$)/;

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
