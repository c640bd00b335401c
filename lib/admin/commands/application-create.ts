import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import {
  type Client,
  type GrantType,
  grantTypes,
} from '#functions/auth/client/client.ts';
import { setLogo } from '#functions/auth/client/client-logo.store.ts';
import type { Logo } from '#functions/auth/client/logo.ts';
import type { Scope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { requireApplication, toApplicationRow } from '../find.ts';
import { readLogoFile } from '../input.ts';
import { parseScopes } from '../options.ts';
import { collect, formatExamples } from '../program.ts';
import { secretNote } from './application-secret.ts';

// `choices` adds the types to the help only: `argParser` replaces its check.
const grantOption = new Option('--grant <type>', 'grant type (repeatable; default: all)')
  .choices(grantTypes)
  .argParser(collectGrantType);

const publicOption = new Option(
  '--public',
  'browser or phone app: no secret, PKCE required, any loopback port and private-use schemes',
).conflicts(['grant', 'native']);

const createExamples = formatExamples([
  "application create 'Trail Maps' --redirect-uri https://trails.example/callback",
  "application create 'Trail Maps' --redirect-uri com.example.trails:/callback --native",
  "application create 'Ride viewer' --redirect-uri https://ride.example/ --public",
  "application create 'Nightly report' --grant client_credentials",
  "application create 'Food log' --redirect-uri https://food.example/ --logo logo.png",
]);

/** Registers the command that registers an application. */
export function registerCreate(
  application: CommandUnknownOpts,
  run: CommandRunner,
): void {
  application
    .command('create')
    .description('Registers an application, and shows its secret if it has one.')
    .argument('<name>', 'name that users see on the consent page')
    .option(
      '--redirect-uri <uri>',
      'redirect URI: https, or http on a loopback address (repeatable)',
      collect,
    )
    .addOption(grantOption)
    .addOption(publicOption)
    .option(
      '--native',
      'installed app: any loopback port, private-use schemes, PKCE required',
    )
    .option(
      '--scopes <scopes>',
      'scopes that the application may request (default: all)',
      parseScopes,
    )
    .option('--home-page <url>', 'https URL of its home page, for the consent page')
    .option(
      '--privacy-page <url>',
      'https URL of its privacy policy, for the consent page',
    )
    .option('--logo <file>', 'image of at most 32 KB, for the consent page')
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
  logo?: string;
}

async function createApplication(
  { table, now }: CommandContext,
  name: string,
  options: CreateOptions,
): Promise<CommandResult> {
  // The file is read first, so an unusable logo creates nothing.
  const logo = options.logo === undefined ? undefined : await readLogoFile(options.logo);
  const { client, client_secret } = await register(table, name, options, now);
  const clientWithLogo = await addLogo(table, client, logo);
  return {
    data: compact({ ...toApplicationRow(clientWithLogo, now), client_secret }),
    note: client_secret ? secretNote : 'The application has no secret. It uses PKCE.',
    event: { name: 'client_created', client_id: client.client_id },
  };
}

/** Registers an application. Returns it, and its secret unless it is a public client. */
async function register(
  table: Table<'put' | 'transact'>,
  name: string,
  options: CreateOptions,
  now: Date,
): Promise<{ client: Client; client_secret?: string }> {
  const { redirectUri: redirect_uris = [], scopes } = options;
  const { homePage: client_uri, privacyPage: policy_uri } = options;
  const common = compact({ name, redirect_uris, scopes, client_uri, policy_uri });
  if (options.public) return { client: await clients.createPublic(table, common, now) };

  const registration = compact({
    ...common,
    grant_types: options.grant,
    native: options.native ?? false,
    pkce_required: options.pkceRequired,
  });
  return clients.create(table, registration, now);
}

/** Stores the logo of an application, if there is one. Returns the application. */
async function addLogo(
  table: Table<'get' | 'put' | 'update' | 'transact'>,
  client: Client,
  logo: Logo | undefined,
): Promise<Client> {
  if (!logo) return client;
  const changed = await setLogo(table, client.client_id, logo);
  return requireApplication(changed, client.client_id);
}

function collectGrantType(value: string, previous: GrantType[] = []): GrantType[] {
  const type = grantTypes.find((grantType) => grantType === value);
  if (!type)
    throw new InvalidArgumentError(`Allowed choices are ${grantTypes.join(', ')}.`);
  return [...previous, type];
}
