import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import type { Table } from '#shared/table/table.ts';
import { type CommandRunner, revocationDelayNote, type Terminal } from '../command.ts';
import { findApplication, requireUser, userArgument } from '../find.ts';
import { afterOption, getPageNote, limitOption, type PageOptions } from '../options.ts';
import {
  addCommandGroup,
  exampleId,
  formatExamples,
  requireConfirmation,
  yesOption,
} from '../program.ts';

/** Registers the commands that manage grants. */
export function registerGrantCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  const grant = addCommandGroup(
    program,
    'grant',
    'Manages grants, which give applications and personal access tokens access to data of users.',
  );
  registerList(grant, run);
  registerRevoke(grant, run, terminal);
}

function registerList(grant: CommandUnknownOpts, run: CommandRunner): void {
  grant
    .command('list')
    .description('Lists the live grants of a user or an application, the oldest first.')
    .option('--user <user>', `grants of this user: ${userArgument}`)
    .addOption(
      new Option('--application <client-id>', 'grants of this application').conflicts(
        'user',
      ),
    )
    .addOption(limitOption)
    .addOption(afterOption)
    .addHelpText(
      ...formatExamples(
        'grant list --user ann@example.com',
        `grant list --application ${exampleId} --limit 1000 --json`,
      ),
    )
    .hook('preAction', (command) => {
      const { user, application } = command.opts();
      if (user === undefined && application === undefined)
        command.error('error: specify --user <user> or --application <client-id>');
    })
    .action(
      run(async ({ table, now }, { user, application = '', ...options }) => {
        const page =
          user === undefined
            ? await listClientGrants(table, application, options)
            : await listUserGrants(table, user, options);
        const live = page.filter((candidate) => isLive(candidate, now));
        return {
          data: live.map(toRow),
          ...getPageNote(page, options, page.at(-1)?.id),
        };
      }),
    );
}

async function listClientGrants(
  table: Table<'get' | 'getEach' | 'query'>,
  client_id: string,
  page: PageOptions,
): Promise<Grant[]> {
  await findApplication(table, client_id);
  return grants.listByClient(table, client_id, page);
}

/** Lists a page of a user's grants. Reads all: a user has few, because each needs a consent. */
async function listUserGrants(
  table: Table<'get' | 'query'>,
  identifier: string,
  { limit, after = '' }: PageOptions,
): Promise<Grant[]> {
  const user = await requireUser(table, identifier);
  const all = await grants.listByUser(table, user.id);
  return all.filter(({ id }) => id > after).slice(0, limit);
}

function registerRevoke(
  grant: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  grant
    .command('revoke')
    .description(
      'Revokes one grant of a user, or the grants of one or all users to an application.',
    )
    .option('--user <user>', `only grants of this user: ${userArgument}`)
    .option('--grant <grant-id>', 'only this grant; requires --user')
    .addOption(
      new Option('--application <client-id>', 'all grants to this application').conflicts(
        'grant',
      ),
    )
    .addOption(yesOption)
    .addHelpText(
      ...formatExamples(
        `grant revoke --user ann@example.com --grant ${exampleId}`,
        `grant revoke --user ann@example.com --application ${exampleId}`,
        `grant revoke --application ${exampleId} --yes`,
      ),
    )
    .hook('preAction', (command) => {
      const { user, grant: id, application } = command.opts();
      const selectsOneGrant = user !== undefined && id !== undefined;
      if (application === undefined && !selectsOneGrant)
        command.error(
          'error: specify --application <client-id>, or --user <user> and --grant <grant-id>',
        );
    })
    .hook(
      'preAction',
      requireConfirmation(terminal, ({ user }) =>
        user === undefined ? 'revokes the access of all users' : undefined,
      ),
    )
    .action(
      run(async ({ table, now }, { user, grant: id, application }) => {
        if (application !== undefined) await findApplication(table, application);
        const foundUser = user === undefined ? undefined : await requireUser(table, user);
        const user_id = foundUser?.id;
        const selection = { user_id, id, client_id: application ?? '' };
        const data = await revokeSelected(table, selection, now);
        return {
          data,
          note: revocationDelayNote,
          event: { name: 'grant_revoked', user_id, client_id: data.client_id },
        };
      }),
    );
}

/**
 * Selects one grant of a user by its id, all grants of a user to a client, or all grants to a
 * client.
 */
interface Selection {
  /** Undefined for the grants of all users. */
  user_id: string | undefined;
  /** The id of the grant, or undefined for all grants to the client. */
  id: string | undefined;
  /** Empty if the id selects a grant. */
  client_id: string;
}

async function revokeSelected(
  table: Table,
  { user_id, id, client_id }: Selection,
  now: Date,
) {
  const { revokeAllOfClient, revokeAllOfUserAndClient } = revocations;
  if (user_id === undefined)
    return { client_id, revoked: await revokeAllOfClient(table, client_id, now) };
  if (id === undefined) {
    const revoked = await revokeAllOfUserAndClient(table, user_id, client_id, now);
    return { client_id, revoked };
  }
  const grant = await grants.find(table, { user_id, id });
  const found = requireFound(grant, { kind: 'grant', id }, serviceError);
  await revocations.revoke(table, grantKeys.grant(user_id, id), now);
  return { client_id: found.client_id, revoked: 1 };
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
