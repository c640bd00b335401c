import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import {
  type Client,
  type ClientSecret,
  type GrantType,
  grantTypes,
} from '#functions/auth/client/client.ts';
import { fullScope, type Scope } from '#shared/contract/scopes.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/require-found.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  type CommandContext,
  type CommandResult,
  type CommandRunner,
  revocationDelay,
} from '../command.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';
import { parseScopes } from '../scopes.ts';

/** Registers the commands that manage applications. */
export function registerApplicationCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const application = addCommandGroup(
    program,
    'application',
    'Manages applications, which users can authorize.',
  );
  registerCreate(application, run);
  registerList(application, run);
  registerDisable(application, run);
  registerRotateSecret(application, run);
}

const grantOption = new Option('--grant <type>', 'grant type (repeatable; default: all)')
  .choices(grantTypes)
  .argParser(collectGrantType);

const publicOption = new Option(
  '--public',
  'browser or phone app: no secret, PKCE required, https, loopback or private-use scheme',
).conflicts(['grant', 'native']);

const createExamples = formatExamples([
  "application create 'Trail Maps' --redirect-uri https://trails.example/callback",
  "application create 'Trail Maps' --redirect-uri com.example.trails:/callback --native",
  "application create 'Ride viewer' --redirect-uri https://ride.example/ --public",
  "application create 'Nightly report' --grant client_credentials",
  "application create 'Food log' --redirect-uri https://food.example/ --scopes diary.write",
]);

function registerCreate(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('create')
    .description('Registers an application and shows its secret.')
    .argument('<name>', 'name that users see on the consent page')
    .option(
      '--redirect-uri <uri>',
      'https, or http on this machine (repeatable)',
      collect,
    )
    .addOption(grantOption)
    .addOption(publicOption)
    .option(
      '--native',
      'installed app: any loopback port, private-use schemes, PKCE required',
    )
    .option('--scopes <scopes>', 'scopes that it may request (default: all)', parseScopes)
    .option('--pkce-required', 'reject authorization requests without PKCE')
    .addHelpText('after', createExamples)
    .action(run(createApplication));
}

interface CreateOptions {
  redirectUri?: string[];
  grant?: GrantType[];
  native?: boolean;
  pkceRequired?: boolean;
  public?: boolean;
  scopes?: Scope[];
}

async function createApplication(
  { table, now }: CommandContext,
  name: string,
  options: CreateOptions,
): Promise<CommandResult> {
  const { redirectUri: redirect_uris = [], scopes } = options;
  const common = compact({ name, redirect_uris, scopes });
  if (options.public) {
    const client = await clients.createPublic(table, common, now);
    return {
      data: toRow(client, now),
      note: 'The application has no secret. It uses PKCE.',
      event: { name: 'client_created', client_id: client.client_id },
    };
  }

  const registration = compact({
    ...common,
    grant_types: options.grant,
    native: options.native ?? false,
    pkce_required: options.pkceRequired,
  });
  const { client, client_secret } = await clients.create(table, registration, now);
  return {
    data: { ...toRow(client, now), client_secret },
    note: secretNote,
    event: { name: 'client_created', client_id: client.client_id },
  };
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function collectGrantType(value: string, previous: GrantType[] = []): GrantType[] {
  const type = grantTypes.find((grantType) => grantType === value);
  if (!type)
    throw new InvalidArgumentError(`Allowed choices are ${grantTypes.join(', ')}.`);
  return [...previous, type];
}

const secretNote = 'The secret is shown only once: the service stores its digest.';

function registerList(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('list')
    .description('Lists all applications in the order of their registration.')
    .addHelpText('after', formatExamples(['application list', 'application list --json']))
    .action(run(listApplications));
}

async function listApplications({ table, now }: CommandContext): Promise<CommandResult> {
  const found = await clients.list(table);
  return {
    data: found.map((client) => toRow(client, now)),
    columns: [
      'client_id',
      'name',
      'created_datetime',
      'disabled_datetime',
      'redirect_uris',
    ],
  };
}

function registerDisable(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('disable')
    .description('Disables an application and revokes its tokens.')
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application disable ${exampleId}`]))
    .action(run(disableApplication));
}

async function disableApplication(
  { table, now }: CommandContext,
  client_id: string,
): Promise<CommandResult> {
  const disabled = requireApplication(
    await clients.disable(table, client_id, now),
    client_id,
  );
  return {
    data: toRow(disabled, now),
    note: `${revocationDelay} Then repeat the command: it revokes tokens issued meanwhile.`,
    event: { name: 'client_disabled', client_id },
  };
}

function registerRotateSecret(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('rotate-secret')
    .description(
      'Gives an application a new secret. The old one works for 24 more hours.',
    )
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application rotate-secret ${exampleId}`]))
    .action(run(rotateSecret));
}

async function rotateSecret(
  { table, now }: CommandContext,
  client_id: string,
): Promise<CommandResult> {
  const { client, client_secret } = requireApplication(
    await clients.rotateSecret(table, client_id, now),
    client_id,
  );
  return {
    data: { ...toRow(client, now), client_secret },
    note: secretNote,
    event: { name: 'client_secret_rotated', client_id },
  };
}

function requireApplication<T>(found: T | undefined, id: string): T {
  return requireFound(found, { kind: 'application', id }, serviceError);
}

function toRow(client: Client, now: Date) {
  const liveSecrets = client.secrets.filter((secret) => isLive(secret, now));
  return {
    client_id: client.client_id,
    name: client.name,
    created_datetime: client.created_datetime,
    disabled_datetime: client.disabled_datetime ?? null,
    native: client.native,
    public: client.public ?? false,
    pkce_required: client.pkce_required,
    scopes: client.scopes ?? [fullScope],
    live_secrets: liveSecrets.length,
    grant_types: client.grant_types,
    redirect_uris: client.redirect_uris,
  };
}

function isLive({ expires_datetime }: ClientSecret, now: Date): boolean {
  return expires_datetime === undefined || expires_datetime > now.toISOString();
}
