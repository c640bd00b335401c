import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { Password, type UserProfile } from '#functions/auth/identity/identity.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { accept } from '#shared/http/validation.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type CommandRunner, revocationDelay } from '../command.ts';
import { invalidField } from '../errors.ts';
import { generatePasswordOption, passwordOption, readPassword } from '../password.ts';
import { addCommandGroup, formatExamples } from '../program.ts';

/** Adds the commands that manage users. */
export function addUserCommands(program: CommandUnknownOpts, run: CommandRunner): void {
  const user = addCommandGroup(program, 'user', 'Manages users, who can sign in.');
  addCreate(user, run);
  addList(user, run);
  addDisable(user, run);
  addPassword(user, run);
}

function addCreate(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('create')
    .description('Creates a user.')
    .argument('<email>', 'email address to sign in with')
    .option('--username <name>', 'short name (default: the part of the email before the @)')
    .option('--display-name <name>', 'name that others see (default: the username)')
    .addOption(passwordOption)
    .addOption(generatePasswordOption)
    .addHelpText(
      'after',
      formatExamples([
        'user create ann@example.com --generate-password',
        "user create ann@example.com --username ann --display-name 'Ann Lee'",
        'user create ann@example.com < password.txt',
      ]),
    )
    .action(
      run(async ({ table, terminal, now }, email, options) => {
        const username = options.username ?? email.replace(/@.*/, '');
        const display_name = options.displayName ?? username;
        const password = await readPassword(options, terminal);

        const newUser = { email, username, display_name, password };
        const created = await identities.create(table, newUser, now);
        if (!created) throw invalidField('email', 'belongs to a user already');

        const shownPassword = options.generatePassword ? password : undefined;
        return {
          data: compact({ ...toRow(created), password: shownPassword }),
          event: { name: 'user_created', user_id: created.id },
        };
      }),
    );
}

function addList(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('list')
    .description('Lists all users in the order in which they joined.')
    .addHelpText('after', formatExamples(['user list', 'user list --json']))
    .action(
      run(async ({ table }) => {
        const found = await identities.list(table);
        return {
          data: found.map(toRow),
          columns: ['id', 'email', 'username', 'display_name', 'date_joined', 'disabled_datetime'],
        };
      }),
    );
}

function addDisable(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('disable')
    .description('Disables a user, ends their sessions and revokes their tokens.')
    .argument('<email>', 'email address of the user')
    .addHelpText('after', formatExamples(['user disable ann@example.com']))
    .action(
      run(async ({ table, now }, email) => {
        const signIn = await identities.disable(table, email, now);
        if (!signIn) throw userNotFound(email);
        const { user_id: id, username, disabled_datetime = null } = signIn;
        return {
          data: { id, email, username, disabled_datetime },
          note: revocationDelay,
          event: { name: 'user_disabled', user_id: id },
        };
      }),
    );
}

/** Reports a problem with the password under its name. */
const NewPassword = z.object({ password: Password });

function addPassword(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('password')
    .description('Sets a new password, ends the sessions of the user and revokes their tokens.')
    .argument('<email>', 'email address of the user')
    .addOption(passwordOption)
    .addOption(generatePasswordOption)
    .addHelpText(
      'after',
      formatExamples([
        'user password ann@example.com',
        'user password ann@example.com --generate-password',
        'user password ann@example.com < password.txt',
      ]),
    )
    .action(
      run(async ({ table, terminal, now }, email, options) => {
        const existing = await identities.findByEmail(table, email);
        if (!existing) throw userNotFound(email);

        const entered = await readPassword(options, terminal);
        const { password } = accept(NewPassword, { password: entered });
        const signIn = await identities.setPassword(table, email, password, now);
        if (!signIn) throw userNotFound(email);

        const { user_id: id, username } = signIn;
        const shownPassword = options.generatePassword ? password : undefined;
        return {
          data: compact({ id, email, username, password: shownPassword }),
          note: revocationDelay,
          event: { name: 'password_changed', user_id: id },
        };
      }),
    );
}

const userNotFound = (email: string) => serviceError('not_found', { kind: 'user', id: email });

function toRow(user: UserProfile) {
  const { id, email, username, display_name, date_joined, disabled_datetime = null } = user;
  return { id, email, username, display_name, date_joined, disabled_datetime };
}
