import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/require-found.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type CommandContext,
  type CommandResult,
  type CommandRunner,
  revocationDelayNote,
} from '../command.ts';
import { afterOption, getPageNote, limitOption, type PageOptions } from '../paging.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';

/** Registers the commands that manage grants. */
export function registerGrantCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const grant = addCommandGroup(
    program,
    'grant',
    'Manages grants: what applications have access to.',
  );
  registerList(grant, run);
  registerRevoke(grant, run);
}

const columns = [
  'grant_id',
  'user_id',
  'client_id',
  'application',
  'scope',
  'created_datetime',
  'last_used_on',
];

function registerList(grant: CommandUnknownOpts, run: CommandRunner): void {
  grant
    .command('list')
    .description('Lists the live grants of a user or an application, the oldest first.')
    .option('--user <email>', 'grants of this user')
    .addOption(
      new Option('--application <client-id>', 'grants of this application').conflicts(
        'user',
      ),
    )
    .addOption(limitOption)
    .addOption(afterOption)
    .addHelpText(
      'after',
      formatExamples([
        'grant list --user ann@example.com',
        `grant list --application ${exampleId} --limit 1000 --json`,
      ]),
    )
    .hook('preAction', (command) => {
      const { user, application } = command.opts();
      if (user === undefined && application === undefined)
        command.error('error: specify --user <email> or --application <client-id>');
    })
    .action(run(listGrants));
}

interface ListOptions extends PageOptions {
  user?: string;
  application?: string;
}

async function listGrants(
  { table, now }: CommandContext,
  options: ListOptions,
): Promise<CommandResult> {
  const { user, application = '' } = options;
  const found =
    user === undefined
      ? await grants.listByClient(table, application, options)
      : await listOfUser(table, user, options);
  const live = found.filter((grant) => isLive(grant, now));
  return {
    data: live.map(toRow),
    columns,
    ...getPageNote(found, options, found.at(-1)?.id),
  };
}

/** Lists a page of a user's grants. Reads all of them: a user has few, as each needs a consent. */
async function listOfUser(
  table: Table<'get' | 'query'>,
  email: string,
  { limit, after = '' }: ListOptions,
): Promise<Grant[]> {
  const { user_id } = await requireUser(table, email);
  const all = await grants.listByUser(table, user_id);
  return all.filter(({ id }) => id > after).slice(0, limit);
}

async function requireUser(table: Table<'get'>, email: string) {
  const user = await identities.findByEmail(table, email);
  return requireFound(user, { kind: 'user', id: email }, serviceError);
}

function registerRevoke(grant: CommandUnknownOpts, run: CommandRunner): void {
  grant
    .command('revoke')
    .description('Revokes one grant of a user, or all grants to an application.')
    .option('--user <email>', 'grants of this user only')
    .option('--grant <grant-id>', 'only this grant, which needs --user')
    .addOption(
      new Option('--application <client-id>', 'all grants to this application').conflicts(
        'grant',
      ),
    )
    .addHelpText(
      'after',
      formatExamples([
        `grant revoke --user ann@example.com --grant ${exampleId}`,
        `grant revoke --user ann@example.com --application ${exampleId}`,
        `grant revoke --application ${exampleId}`,
      ]),
    )
    .hook('preAction', (command) => {
      const { user, grant: id, application } = command.opts();
      const isComplete = application !== undefined || (id !== undefined && user);
      if (!isComplete)
        command.error(
          'error: specify --application <client-id>, or --user <email> and --grant <grant-id>',
        );
    })
    .action(run(revokeGrants));
}

interface RevokeOptions {
  user?: string;
  grant?: string;
  application?: string;
}

async function revokeGrants(
  { table, now }: CommandContext,
  { user: email, grant: id, application: client_id = '' }: RevokeOptions,
): Promise<CommandResult> {
  const user = email === undefined ? undefined : await requireUser(table, email);
  const data = await revokeSelected(
    table,
    { user_id: user?.user_id, id, client_id },
    now,
  );
  return {
    data,
    note: revocationDelayNote,
    event: {
      name: 'grant_revoked',
      user_id: user?.user_id,
      client_id: data.client_id,
    },
  };
}

interface Selection {
  user_id: string | undefined;
  id: string | undefined;
  client_id: string;
}

async function revokeSelected(
  table: Table,
  { user_id, id, client_id }: Selection,
  now: Date,
) {
  if (user_id === undefined) {
    const revoked = await revocations.revokeAllOfClient(table, client_id, now);
    return { client_id, revoked };
  }
  if (id !== undefined) return revokeOne(table, user_id, id, now);
  const revoked = await revocations.revokeAllOfUserAndClient(
    table,
    user_id,
    client_id,
    now,
  );
  return { client_id, revoked };
}

async function revokeOne(table: Table, user_id: string, id: string, now: Date) {
  const grant = await grants.find(table, { user_id, id });
  const { client_id } = requireFound(grant, { kind: 'grant', id }, serviceError);
  await revocations.revoke(table, keys.grant(user_id, id), now);
  return { client_id, revoked: 1 };
}

function toRow(grant: Grant) {
  return {
    grant_id: grant.id,
    user_id: grant.user_id,
    client_id: grant.client_id,
    application: grant.application_name,
    scope: grant.scope,
    created_datetime: grant.created_datetime,
    last_used_on: grant.last_used_on ?? null,
  };
}
