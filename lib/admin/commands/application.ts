import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import { type GrantType, grantTypes } from '#functions/auth/client/client.ts';
import type { Scope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import { requireApplication, toApplicationRow } from '../application-row.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';
import { parseScopes } from '../scopes.ts';
import { registerSecretCommands, secretNote } from './application-secret.ts';
import { registerUpdateCommands } from './application-update.ts';

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
  registerShow(application, run);
  registerUpdateCommands(application, run);
  registerSecretCommands(application, run);
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
    .option('--home-page <url>', 'https URL of its home page, for the consent page')
    .option(
      '--privacy-page <url>',
      'https URL of its privacy policy, for the consent page',
    )
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
  homePage?: string;
  privacyPage?: string;
}

async function createApplication(
  { table, now }: CommandContext,
  name: string,
  options: CreateOptions,
): Promise<CommandResult> {
  const { redirectUri: redirect_uris = [], scopes } = options;
  const { homePage: client_uri, privacyPage: policy_uri } = options;
  const common = compact({ name, redirect_uris, scopes, client_uri, policy_uri });
  if (options.public) {
    const client = await clients.createPublic(table, common, now);
    return {
      data: toApplicationRow(client, now),
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
    data: { ...toApplicationRow(client, now), client_secret },
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
    data: found.map((client) => toApplicationRow(client, now)),
    columns: [
      'client_id',
      'name',
      'created_datetime',
      'disabled_datetime',
      'redirect_uris',
    ],
  };
}

function registerShow(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('show')
    .description('Shows an application.')
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application show ${exampleId}`]))
    .action(run(showApplication));
}

async function showApplication(
  { table, now }: CommandContext,
  client_id: string,
): Promise<CommandResult> {
  const client = requireApplication(await clients.find(table, client_id), client_id);
  return { data: toApplicationRow(client, now) };
}
