import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import type { Inbox } from '#functions/connections/inbox/inbox.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { CommandRunner } from '../command.ts';
import { requireUser, userArgument } from '../find.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';

/** Registers the commands that manage inboxes. */
export function registerInboxCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const inbox = addCommandGroup(
    program,
    'inbox',
    'Manages inboxes, which take what phones and apps of users send.',
  );
  inbox
    .command('list')
    .description('Lists the inboxes of a user, the oldest first.')
    .requiredOption('--user <user>', userArgument)
    .addHelpText(...formatExamples('inbox list --user ann@example.com'))
    .action(
      run(async ({ table }, { user }) => {
        const { id } = await requireUser(table, user);
        return { data: (await inboxes.list(table, id)).map(toRow) };
      }),
    );
  inbox
    .command('revoke')
    .description('Revokes an inbox. What it has brought stays.')
    .requiredOption('--user <user>', userArgument)
    .requiredOption('--inbox <inbox-id>', 'the inbox')
    .addHelpText(
      ...formatExamples(`inbox revoke --user ann@example.com --inbox ${exampleId}`),
    )
    .action(
      run(async ({ table, now }, { user, inbox: id }) => {
        const { id: user_id } = await requireUser(table, user);
        const all = await inboxes.list(table, user_id);
        const found = all.find((each) => each.id === id);
        requireFound(found, { kind: 'inbox', id }, serviceError);
        const revoked = await inboxes.revokeInbox(table, user_id, id, now);
        // A repeated command changes nothing, so it is no event.
        const event = revoked ? ({ name: 'inbox_revoked', user_id } as const) : undefined;
        return compact({ data: { inbox_id: id, revoked }, event });
      }),
    );
}

function toRow({ id, name, app, created_datetime, revoked_datetime, deliveries }: Inbox) {
  const [last] = deliveries;
  return {
    inbox_id: id,
    name,
    app,
    created_datetime,
    revoked_datetime: revoked_datetime ?? null,
    last_delivery: last?.received_datetime ?? null,
  };
}
