import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import { setPasswordAsOperator } from '#functions/auth/identity/change-access.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { isEmail, type UserProfile } from '#functions/auth/identity/identity.ts';
import { Password, PersonName } from '#functions/auth/identity/new-user.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type CommandRunner, revocationDelayNote, type Terminal } from '../command.ts';
import { createFieldError, requireExisting, requireIdentityByEmail } from '../find.ts';
import { generatePasswordOption, passwordOption, readPassword } from '../input.ts';
import { afterOption, getPageNote, limitOption, mailLanguageOption } from '../options.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';
import { registerUserExportCommand } from './user-export.ts';
import { registerUserEraseCommands, registerUserStateCommands } from './user-state.ts';

/** Registers the commands that manage users. */
export function registerUserCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  const user = addCommandGroup(program, 'user', 'Manages users, who can sign in.');
  registerCreate(user, run);
  registerInvite(user, run);
  registerList(user, run);
  registerUserStateCommands(user, run, terminal);
  registerPassword(user, run);
  registerUserEraseCommands(user, run, terminal);
  registerUserExportCommand(user, run);
}

function registerCreate(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('create')
    .description('Creates a user.')
    .argument('<email>', 'email address to sign in with')
    .option(
      '--username <name>',
      'short name (default: the part of the email before the @)',
    )
    .option('--display-name <name>', 'name that others see (default: the username)')
    .addOption(passwordOption)
    .addOption(generatePasswordOption)
    .addHelpText(
      ...formatExamples(
        'user create ann@example.com --generate-password',
        "user create ann@example.com --username ann --display-name 'Ann Lee'",
        'user create ann@example.com < password.txt',
      ),
    )
    .action(
      run(async ({ table, terminal, now }, email, options) => {
        const username = options.username ?? email.replace(/@.*/, '');
        const display_name = options.displayName ?? username;
        const password = await readPassword(options, terminal);
        const newUser = { email, username, display_name, password };
        const account = await accounts.create(table, newUser, now);
        if (!account) throw createFieldError('email', 'belongs to a user already');

        const shownPassword = options.generatePassword ? password : undefined;
        return {
          data: compact({ ...toRow(account.profile), password: shownPassword }),
          event: { name: 'user_created', user_id: account.profile.id },
        };
      }),
    );
}

const Invitation = z.object({
  email: z
    .string()
    .check(z.refine(canReceiveMail, 'must be an email address that can receive mail')),
  display_name: z.optional(PersonName),
});

function canReceiveMail(email: string): boolean {
  return isEmail(email) && toRecipient(email) !== undefined;
}

function registerInvite(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('invite')
    .description('Sends a mail with a link to create an account.')
    .argument('<email>', 'email address of the person')
    .option('--display-name <name>', 'name that the sign-up page suggests')
    .addOption(mailLanguageOption)
    .addHelpText(
      ...formatExamples(
        'user invite ann@example.com',
        "user invite ann@example.com --display-name 'Ann Lee' --language de",
      ),
    )
    .action(
      run(async ({ table, now }, address, { displayName, language }) => {
        const fields = { email: address, display_name: displayName };
        const { email, display_name } = parseOrFail(Invitation, fields);
        const existing = await identities.findByEmail(table, email);
        if (existing) throw createFieldError('email', 'belongs to a user already');

        const user_id = newId(now);
        const kind = { purpose: 'invitation', template: 'invitation' } as const;
        const request = { ...kind, user_id, email, display_name, language };
        const link = await emailLinks.create(table, request, now);
        const expiry = new Date(link.expires_at * 1000);
        return {
          data: { email, user_id, expires_datetime: expiry.toISOString() },
          note: 'The link in the mail works only with the setting signUp=invited or signUp=open.',
          event: { name: 'user_invited', user_id },
        };
      }),
    );
}

function registerList(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('list')
    .description('Lists users in the order in which they joined, in pages.')
    .addOption(limitOption)
    .addOption(afterOption)
    .addHelpText(
      ...formatExamples(
        'user list',
        `user list --limit 1000 --after ${exampleId} --json`,
      ),
    )
    .action(
      run(async ({ table }, options) => {
        const users = await identities.list(table, options);
        return {
          ...getPageNote(users, options, users.at(-1)?.id),
          data: users.map(toRow),
        };
      }),
    );
}

/** An object, so that problems are reported with the field name `password`. */
const NewPassword = z.object({ password: Password });

function registerPassword(user: CommandUnknownOpts, run: CommandRunner): void {
  user
    .command('password')
    .description(
      'Sets a new password, ends the sessions of the user, revokes their tokens and notifies ' +
        'them by mail.',
    )
    .argument('<email>', 'email address of the user')
    .addOption(passwordOption)
    .addOption(generatePasswordOption)
    .addOption(mailLanguageOption)
    .addHelpText(
      ...formatExamples(
        'user password ann@example.com',
        'user password ann@example.com --generate-password',
        'user password ann@example.com < password.txt',
      ),
    )
    .action(
      run(async ({ table, terminal, now }, email, { language, ...options }) => {
        // Fails before the prompt if the user does not exist.
        await requireIdentityByEmail(table, email);
        const entered = await readPassword(options, terminal);
        const { password } = parseOrFail(NewPassword, { password: entered });
        const changed = await setPasswordAsOperator(
          table,
          email,
          password,
          now,
          language,
        );
        const { user_id: id, username } = requireExisting(changed, email);
        const shownPassword = options.generatePassword ? password : undefined;
        return {
          data: compact({ id, email, username, password: shownPassword }),
          note: revocationDelayNote,
          event: { name: 'password_changed', user_id: id },
        };
      }),
    );
}

function toRow(user: UserProfile) {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    display_name: user.display_name,
    date_joined: user.date_joined,
    disabled_datetime: user.disabled_datetime ?? null,
  };
}
