import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as erasures from '#functions/auth/erasure/erasure.store.ts';
import * as disablement from '#functions/auth/identity/disablement.store.ts';
import { toLogHash } from '#shared/runtime/log-hash.ts';
import {
  type CommandContext,
  type CommandResult,
  type CommandRunner,
  revocationDelayNote,
} from '../command.ts';
import { createFieldError } from '../errors.ts';
import { requireUser, userArgument } from '../find-user.ts';
import { formatExamples } from '../program.ts';

/** Registers the commands that show, disable and enable a user. */
export function registerUserStateCommands(
  user: CommandUnknownOpts,
  run: CommandRunner,
): void {
  user
    .command('show')
    .description('Shows a user, and whether the account is disabled or will be erased.')
    .argument('<user>', userArgument)
    .addHelpText('after', formatExamples(['user show ann@example.com']))
    .action(run(showUser));
  user
    .command('disable')
    .description('Disables a user, ends their sessions and revokes their tokens.')
    .argument('<user>', userArgument)
    .addHelpText('after', formatExamples(['user disable ann@example.com']))
    .action(run(disableUser));
  user
    .command('enable')
    .description(
      'Lets a disabled user sign in again. Their old sessions and tokens stay invalid.',
    )
    .argument('<user>', userArgument)
    .addHelpText('after', formatExamples(['user enable ann@example.com']))
    .action(run(enableUser));
}

async function showUser(
  { table }: CommandContext,
  identifier: string,
): Promise<CommandResult> {
  const profile = await requireUser(table, identifier);
  const erasure = await erasures.find(table, profile.id);
  return {
    data: {
      id: profile.id,
      user_hash: toLogHash(profile.id),
      email: profile.email,
      username: profile.username,
      display_name: profile.display_name,
      date_joined: profile.date_joined,
      disabled_datetime: profile.disabled_datetime ?? null,
      erasure: erasure?.state ?? null,
      erasure_id: erasure?.id ?? null,
      erasure_due_datetime: erasure?.due_datetime ?? null,
    },
  };
}

async function disableUser(
  { table, now }: CommandContext,
  identifier: string,
): Promise<CommandResult> {
  const { id, email, username } = await requireUser(table, identifier);
  const disabled = await disablement.disableUser(table, id, now);
  const disabled_datetime = disabled?.disabled_datetime ?? now.toISOString();
  return {
    data: { id, email, username, disabled_datetime },
    note: revocationDelayNote,
    event: { name: 'user_disabled', user_id: id },
  };
}

async function enableUser(
  { table }: CommandContext,
  identifier: string,
): Promise<CommandResult> {
  const { id, email, username } = await requireUser(table, identifier);
  const erasure = await erasures.find(table, id);
  if (erasure?.state === 'running') throw createFieldError('user', 'is being erased');

  await disablement.enableUser(table, id);
  return {
    data: { id, email, username, disabled_datetime: null },
    note: 'The user can sign in and authorize applications again.',
    event: { name: 'user_enabled', user_id: id },
  };
}
