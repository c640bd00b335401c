import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { requireApplication, toApplicationRow } from '../find.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';
import { registerCreate } from './application-create.ts';
import { registerSecretCommands } from './application-secret.ts';
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

function registerList(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('list')
    .description('Lists all applications in the order of their registration.')
    .addHelpText('after', formatExamples(['application list', 'application list --json']))
    .action(run(listApplications));
}

async function listApplications({ table, now }: CommandContext): Promise<CommandResult> {
  const applications = await clients.list(table);
  return {
    data: applications.map((client) => toApplicationRow(client, now)),
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
