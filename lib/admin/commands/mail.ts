import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as mailServers from '#functions/account/mail-delivery/mail-server.store.ts';
import type { MailServerProfile } from '#functions/account/mail-delivery/mail-server.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { createIntegerParser } from '../../terminal/program.ts';
import type { CommandRunner } from '../command.ts';
import { createFieldError } from '../find.ts';
import { readSecret } from '../input.ts';
import { getPageNote, limitOption } from '../options.ts';
import { addCommandGroup, formatExamples } from '../program.ts';
import { registerMailTest } from './mail-test.ts';

/** Registers the commands that say how mail is sent, and to whom it is not. */
export function registerMailCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const mail = addCommandGroup(
    program,
    'mail',
    'Manages the server that sends mail, and the addresses that get none.',
  );
  registerMailTest(mail, run);
  registerSet(mail, run);
  registerServerCommands(mail, run);
  registerBlockedCommands(mail, run);
}

/** TLS begins with the connection on this port (RFC 8314). */
const implicitTlsPort = 465;

const serverNote =
  'Mail is from the address of the setting mailFrom (--mail-from on one machine), where it needs ' +
  '--provider-gateway direct. Try it: npm run admin -- mail test <address>. ' +
  'The password is stored encrypted; no command shows it.';

function registerSet(mail: CommandUnknownOpts, run: CommandRunner): void {
  mail
    .command('set')
    .description(
      'Sends mail by an SMTP server from now on, instead of Amazon SES or a folder.',
    )
    .requiredOption('--host <name>', 'name of the server')
    .option('--port <number>', 'port of the server', createIntegerParser(1, 65_535), 587)
    .option('--implicit-tls', 'begin with TLS (default for port 465) instead of STARTTLS')
    .option('--user <name>', 'name to log in with (default: no login)')
    .option('--password-file <file>', 'file with the password (default: prompt or pipe)')
    .addHelpText(
      ...formatExamples(
        'mail set --host smtp.example.com --user fitness@example.com',
        'mail set --host smtp.example.com --port 465 --user fitness < password.txt',
        'mail set --host localhost --port 25',
      ),
    )
    .action(
      run(async ({ table, terminal, now }, options) => {
        const { host, port, user, passwordFile, implicitTls } = options;
        if (passwordFile !== undefined && user === undefined)
          throw createFieldError('user', 'is required, because there is a password');
        const password =
          user === undefined
            ? undefined
            : await readSecret('password', passwordFile, 'Password: ', terminal);
        const implicit_tls = implicitTls ?? port === implicitTlsPort;
        const server = compact({ host, port, implicit_tls, user, password });
        const stores = { table, getDataKeys: openDataKeys };
        const stored = await mailServers.set(stores, server, now);
        return {
          data: toServerRow(stored),
          note: serverNote,
          event: { name: 'mail_server_set' },
        };
      }),
    );
}

function registerServerCommands(mail: CommandUnknownOpts, run: CommandRunner): void {
  mail
    .command('show')
    .description('Shows the server by which mail is sent.')
    .addHelpText(...formatExamples('mail show'))
    .action(run(async ({ table }) => describeServer(await mailServers.find(table))));
  mail
    .command('remove')
    .description('Removes the server. Mail goes to Amazon SES or the folder again.')
    .addHelpText(...formatExamples('mail remove'))
    .action(
      run(async ({ table }) => {
        const isDeleted = await mailServers.deleteServer(table);
        if (!isDeleted) throw new Error('There is no server to remove.');
        return { ...describeServer(undefined), event: { name: 'mail_server_removed' } };
      }),
    );
}

function describeServer(server: MailServerProfile | undefined) {
  if (server) return { data: toServerRow(server) };
  return {
    data: { host: null },
    note: 'No server is set: mail goes to Amazon SES, or to the folder mail on one machine.',
  };
}

function toServerRow(server: MailServerProfile) {
  const { host, port, implicit_tls, user = null, updated_datetime } = server;
  return { host, port, implicit_tls, user, updated_datetime };
}

function registerBlockedCommands(mail: CommandUnknownOpts, run: CommandRunner): void {
  mail
    .command('blocked')
    .description('Lists the addresses that get no mail by the digest of each, in pages.')
    .addOption(limitOption)
    .option('--after <row>', 'start after this row: <blocked_datetime>#<id>')
    .addHelpText(...formatExamples('mail blocked', 'mail blocked --json'))
    .action(
      run(async ({ table }, options) => {
        const blocked = await blockedAddresses.list(table, options);
        return {
          ...getPageNote(blocked, options, blocked.at(-1)?.collection_sk),
          data: blocked.map(({ id, reason, detail, blocked_datetime }) => ({
            id,
            reason,
            detail,
            blocked_datetime,
          })),
        };
      }),
    );
  mail
    .command('unblock')
    .description('Sends mail to an address again.')
    .argument('<address>', 'the address, or the id that `mail blocked` shows')
    .addHelpText(...formatExamples('mail unblock ann@example.com'))
    .action(
      run(async ({ table }, address) => {
        const isUnblocked = await blockedAddresses.unblock(table, address);
        if (!isUnblocked)
          throw serviceError('not_found', { kind: 'blocked address', id: address });
        return {
          data: { address },
          note:
            'If mail goes to Amazon SES, remove the address from its suppression list, too: ' +
            'aws sesv2 delete-suppressed-destination --email-address <address>',
          event: { name: 'mail_address_unblocked' },
        };
      }),
    );
}
