import { setTimeout } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as mailTests from '#functions/account/mail-delivery/mail-test.store.ts';
import { toRecipient } from '#shared/mail/recipient.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandRunner } from '../command.ts';
import { createFieldError } from '../find.ts';
import { formatExamples } from '../program.ts';

/** Registers the command that sends a mail on the way of all mail, and says what became of it. */
export function registerMailTest(mail: CommandUnknownOpts, run: CommandRunner): void {
  mail
    .command('test')
    .description(
      'Sends a mail in the way of the service: the table, its stream, the queue and the function ' +
        'that sends all mail. Prints the answer of the server, of Amazon SES, or of the folder.',
    )
    .argument('<address>', 'address that gets the mail')
    .addHelpText(...formatExamples('mail test you@example.com'))
    .action(
      run(async ({ table, now }, address) => {
        if (toRecipient(address) === undefined)
          throw createFieldError('address', 'must be an address that can receive mail');
        const id = newId(now);
        await mailTests.request(table, id, address, now);
        const result = await waitForResult(table, id).finally(() =>
          mailTests.deleteTest(table, id),
        );
        const { outcome, via = '', answer = '' } = result;
        if (outcome !== 'sent') throw new Error(describeFailure(result));
        return {
          data: { address, outcome, via, answer },
          note: 'The mail was accepted. Only the mailbox shows whether it arrives, and where.',
        };
      }),
    );
}

/** A cold function in the cloud takes a few seconds, a server that is slow 20. */
const pollMs = 200;
const maxPolls = 300;

async function waitForResult(
  table: Table<'get'>,
  id: string,
): Promise<mailTests.MailTestResult> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const result = await mailTests.findResult(table, id);
    if (result) return result;
    await setTimeout(pollMs);
  }
  return { outcome: 'late' };
}

/** Why no mail was sent, and what to do, by the outcome. */
const advice: Readonly<Record<string, string>> = {
  mail_off: 'The service sends no mail. Deploy it with -c mailFrom=<address>.',
  address_blocked:
    'Mail to this address is blocked, because it came back or its owner complained. ' +
    'To send it again: npm run admin -- mail unblock <address>.',
  late:
    'The service has not tried to send the mail for a minute. See the alarms StreamDelay and ' +
    'MailAge, and account/mail in the log.',
  rejected: 'The server rejects this address, whatever the mail says.',
  SmtpLoginRefused: 'The server does not accept the user or the password: see mail set.',
  SmtpTlsFailed:
    'No secure connection: the server has no TLS on this port, or a certificate that is not ' +
    'for this name or not trusted.',
  SmtpRefused:
    'The server does not take mail from this service: see its sender address and login.',
  SmtpDeferred: 'The server asks to try again later, which the service does for an hour.',
  SmtpUnreachable:
    'No answer from the server: see its name and port. AWS blocks port 25; use 587 or 465.',
  MessageRejected:
    'Amazon SES rejects the mail: verify the sender, and in its sandbox the recipient, too.',
};

function describeFailure({ outcome, via, answer }: mailTests.MailTestResult): string {
  const facts = [via, answer].filter(Boolean).join(': ');
  const lines = [advice[outcome] ?? `The mail was not sent (${outcome}).`, facts];
  return lines.filter(Boolean).join('\n');
}
