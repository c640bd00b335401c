import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import * as clientLogos from '#functions/auth/client/client-logo.store.ts';
import {
  type ClientChange,
  updateClient,
} from '#functions/auth/client/client-update.store.ts';
import type { Logo } from '#functions/auth/client/logo.ts';
import type { Scope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type CommandContext,
  type CommandResult,
  type CommandRunner,
  revocationDelayNote,
} from '../command.ts';
import { createFieldError, requireApplication, toApplicationRow } from '../find.ts';
import { readLogoFile } from '../input.ts';
import { parseScopes } from '../options.ts';
import { collect, exampleId, formatExamples } from '../program.ts';

/** Registers the commands that change applications. */
export function registerUpdateCommands(
  application: CommandUnknownOpts,
  run: CommandRunner,
): void {
  registerUpdate(application, run);
  registerDisable(application, run);
  registerEnable(application, run);
}

const updateExamples = formatExamples([
  `application update ${exampleId} --name 'Trail Maps 2'`,
  `application update ${exampleId} --redirect-uri https://trails.example/callback`,
  `application update ${exampleId} --logo logo.png --privacy-page https://trails.example/privacy`,
  `application update ${exampleId} --no-logo`,
]);

function registerUpdate(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('update')
    .description('Changes an application. Everything without an option stays unchanged.')
    .argument('<client-id>', 'client id of the application')
    .option('--name <name>', 'name that users see on the consent page')
    .option('--redirect-uri <uri>', 'replaces all redirect URIs (repeatable)', collect)
    .option(
      '--scopes <scopes>',
      'scopes that the application may request from now on',
      parseScopes,
    )
    .option('--home-page <url>', 'https URL of its home page, for the consent page')
    .option('--no-home-page', 'remove the home page')
    .option(
      '--privacy-page <url>',
      'https URL of its privacy policy, for the consent page',
    )
    .option('--no-privacy-page', 'remove the privacy policy')
    .option('--logo <file>', 'image of at most 32 KB, for the consent page')
    .option('--no-logo', 'remove the logo')
    .addHelpText('after', updateExamples)
    .action(run(updateApplication));
}

interface UpdateOptions {
  name?: string;
  redirectUri?: string[];
  scopes?: Scope[];
  /** False for an option such as `--no-home-page`. */
  homePage?: string | false;
  privacyPage?: string | false;
  logo?: string | false;
}

async function updateApplication(
  { table, now }: CommandContext,
  client_id: string,
  options: UpdateOptions,
): Promise<CommandResult> {
  if (Object.keys(options).length === 0)
    throw createFieldError('options', 'must have at least one change; see --help');

  // The file is read first, so an unusable logo changes nothing.
  const logo = options.logo ? await readLogoFile(options.logo) : undefined;
  const updated = await updateClient(table, client_id, toChange(options));
  const client = requireApplication(updated, client_id);
  const changed = await changeLogo(table, client, options.logo === false ? 'none' : logo);
  return {
    data: toApplicationRow(requireApplication(changed, client_id), now),
    note: 'Users see the change at the next authorization.',
    event: { name: 'client_updated', client_id },
  };
}

function toChange(options: UpdateOptions): ClientChange {
  const { name, redirectUri: redirect_uris, scopes, homePage, privacyPage } = options;
  // A page that the options remove is `false`, which is no value to set.
  const pages = {
    client_uri: homePage || undefined,
    policy_uri: privacyPage || undefined,
  };
  const remove: ('client_uri' | 'policy_uri')[] = [];
  if (homePage === false) remove.push('client_uri');
  if (privacyPage === false) remove.push('policy_uri');
  return { set: compact({ name, redirect_uris, scopes, ...pages }), remove };
}

async function changeLogo(
  table: Table,
  client: Client,
  logo: Logo | 'none' | undefined,
): Promise<Client | undefined> {
  if (logo === undefined) return client;
  if (logo === 'none') return clientLogos.removeLogo(table, client.client_id);
  return clientLogos.setLogo(table, client.client_id, logo);
}

function registerDisable(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('disable')
    .description('Disables an application. Its tokens stop working.')
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
    data: toApplicationRow(disabled, now),
    note: revocationDelayNote,
    event: { name: 'client_disabled', client_id },
  };
}

function registerEnable(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('enable')
    .description('Enables a disabled application. Its secrets and tokens work again.')
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application enable ${exampleId}`]))
    .action(run(enableApplication));
}

async function enableApplication(
  { table, now }: CommandContext,
  client_id: string,
): Promise<CommandResult> {
  const enabled = requireApplication(await clients.enable(table, client_id), client_id);
  return {
    data: toApplicationRow(enabled, now),
    note: 'Its secrets and its tokens work again, unless they have expired.',
    event: { name: 'client_enabled', client_id },
  };
}
