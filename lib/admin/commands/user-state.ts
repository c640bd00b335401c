import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as receipts from '#functions/account/erasure/due-erasures.store.ts';
import type { ErasureMail } from '#functions/account/erasure/erasure.mail.ts';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as access from '#functions/auth/identity/change-access.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import type { Erasure, ItemCounts } from '#functions/auth/identity/erasure.ts';
import type { IdentityMail } from '#functions/auth/identity/identity.mail.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import { type CommandRunner, revocationDelayNote, type Terminal } from '../command.ts';
import { createFieldError, requireExisting, requireUser, userArgument } from '../find.ts';
import { afterOption, getPageNote, limitOption, mailLanguageOption } from '../options.ts';
import { formatExamples, requireConfirmation, yesOption } from '../program.ts';

/** Registers the commands that show, disable and enable a user. */
export function registerUserStateCommands(
  user: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  user
    .command('show')
    .description('Shows a user, and whether the account is disabled or will be erased.')
    .argument('<user>', userArgument)
    .addHelpText(...formatExamples('user show ann@example.com'))
    .action(
      run(async ({ table, now }, identifier) => {
        const profile = await requireUser(table, identifier);
        const blocked = await blockedAddresses.find(table, profile.email, now);
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
            mail_blocked: blocked?.reason ?? null,
            mail_blocked_datetime: blocked?.blocked_datetime ?? null,
            erasure: erasure?.state ?? null,
            erasure_id: erasure?.id ?? null,
            erasure_due_datetime: erasure?.due_datetime ?? null,
          },
        };
      }),
    );
  user
    .command('disable')
    .description('Disables a user, ends their sessions and revokes their tokens.')
    .argument('<user>', userArgument)
    .addOption(yesOption)
    .addHelpText(
      ...formatExamples(
        'user disable ann@example.com',
        'user disable ann@example.com --yes',
      ),
    )
    .hook(
      'preAction',
      requireConfirmation(terminal, () => 'signs the user out and revokes their tokens'),
    )
    .action(
      run(async ({ table, now }, identifier) => {
        const { id, email, username } = await requireUser(table, identifier);
        const disabled = await access.disableUser(table, id, now);
        const { disabled_datetime = now.toISOString() } = requireExisting(
          disabled,
          identifier,
        );
        return {
          data: { id, email, username, disabled_datetime },
          note: revocationDelayNote,
          event: { name: 'user_disabled', user_id: id },
        };
      }),
    );
  user
    .command('enable')
    .description(
      'Lets a disabled user sign in again. Their old sessions and tokens stay invalid.',
    )
    .argument('<user>', userArgument)
    .addHelpText(...formatExamples('user enable ann@example.com'))
    .action(
      run(async ({ table }, identifier) => {
        const { id, email, username } = await requireUser(table, identifier);
        const erasure = await erasures.find(table, id);
        if (erasure?.state === 'running')
          throw createFieldError('user', 'is being erased');
        requireExisting(await access.enableUser(table, id), identifier);
        return {
          data: { id, email, username, disabled_datetime: null },
          note: 'The user can sign in and authorize applications again.',
          event: { name: 'user_enabled', user_id: id },
        };
      }),
    );
}

export function registerUserEraseCommands(
  user: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  user
    .command('erase')
    .description('Erases a user with all their data, after a pause of 72 hours.')
    .argument('<user>', userArgument)
    .option('--now', 'erase at once; this cannot be cancelled')
    .addOption(yesOption)
    .addOption(mailLanguageOption)
    .addHelpText(
      ...formatExamples(
        'user erase ann@example.com --yes',
        'user erase ann@example.com --now --yes',
      ),
    )
    .hook(
      'preAction',
      requireConfirmation(terminal, () => 'erases the user and all their data'),
    )
    .action(
      run(async ({ table, now }, identifier, options) => {
        const { now: isImmediate = false, language } = options;
        const profile = await requireUser(table, identifier);
        const { id: user_id, email: to, disabled_datetime } = profile;
        const isDisabled = disabled_datetime !== undefined;
        const toMailAttributes = (due: Date) => {
          if (isImmediate) return {};
          const time = due.toISOString();
          return createMailAttributes<ErasureMail>({
            template: isDisabled ? 'erasure_of_disabled_scheduled' : 'erasure_scheduled',
            to,
            language,
            time,
          });
        };
        const request = { user_id, reason: 'operator', language, isImmediate } as const;
        const erasure = await erasures.schedule(table, request, toMailAttributes, now);
        if (isImmediate) await access.disableUser(table, user_id, now);
        const { id: erasure_id, state, due_datetime } = erasure;
        return {
          data: { erasure_id, user_id, state, due_datetime },
          note: describeNextStep(erasure, isImmediate, isDisabled),
          event: { name: 'erasure_scheduled', user_id },
        };
      }),
    );
  user
    .command('keep')
    .description('Cancels the erasure of a user during the pause.')
    .argument('<user>', userArgument)
    .addOption(mailLanguageOption)
    .addHelpText(...formatExamples('user keep ann@example.com'))
    .action(
      run(async ({ table, now }, identifier, { language }) => {
        const { id: user_id, email } = await requireUser(table, identifier);
        const mail = createMailAttributes<IdentityMail>({
          template: 'erasure_cancelled_by_operator',
          to: email,
          language,
        });
        const isCancelled = await erasures.cancel(table, user_id, mail, now);
        if (!isCancelled)
          throw createFieldError('user', 'has no erasure that can be cancelled');
        return {
          data: { user_id, email, state: 'cancelled' },
          event: { name: 'erasure_cancelled', user_id },
        };
      }),
    );
  user
    .command('receipts')
    .description('Lists the receipts of finished erasures, the oldest first, in pages.')
    .addOption(limitOption)
    .addOption(afterOption)
    .addHelpText(...formatExamples('user receipts', 'user receipts --json'))
    .action(
      run(async ({ table }, options) => {
        const page = await receipts.listReceipts(table, options);
        return {
          ...getPageNote(page, options, page.at(-1)?.id),
          data: page.map(({ id, counts, ...receipt }) => ({
            erasure_id: id,
            reason: receipt.reason,
            requested_datetime: receipt.requested_datetime,
            finished_datetime: receipt.finished_datetime,
            items: formatCounts(counts),
          })),
        };
      }),
    );
}

/** Says what happens next. An earlier request may have started the erasure already. */
function describeNextStep(
  { state, started_datetime }: Erasure,
  isImmediate: boolean,
  isDisabled: boolean,
): string {
  if (isImmediate && started_datetime === undefined)
    return 'The user is disabled. The erasure starts within 1 minute and takes 10 to 20 minutes.';
  if (state === 'running')
    return 'The erasure is running and can no longer be cancelled.';
  if (isDisabled)
    return 'Until the due time, only you can cancel it, with: user keep. The user is disabled.';
  return 'Until the due time, the user can cancel it by signing in, and you with: user keep';
}

/** Formats counts by kind, e.g. `diaryDay 12, image 3`. */
function formatCounts(counts: ItemCounts): string {
  const entries = Object.entries(counts).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return entries.map(([kind, count]) => `${kind} ${count}`).join(', ');
}
