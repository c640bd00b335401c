import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import * as clientSecrets from '#functions/auth/client/client-update.store.ts';
import * as metadataClients from '#functions/auth/client-metadata/metadata-client.store.ts';
import {
  type CommandRunner,
  revocationDelayNote,
  secretNote,
  type Terminal,
} from '../command.ts';
import {
  clientIdArgument,
  findApplication,
  requireApplication,
  requireChanged,
  toApplicationRow,
} from '../find.ts';
import {
  addCommandGroup,
  exampleId,
  formatExamples,
  requireConfirmation,
  yesOption,
} from '../program.ts';
import { registerDocuments } from './application-document.ts';
import { registerLimit } from './application-limit.ts';
import { registerCreate, registerUpdate } from './application-registration.ts';
import { describeUsage, usageNote } from './application-usage.ts';

const secretRevocationNote =
  'A function that cached the application may accept old secrets for 60 more seconds.';

/** Registers the commands that manage applications. */
export function registerApplicationCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  const application = addCommandGroup(
    program,
    'application',
    'Manages applications, which users can authorize.',
  );
  registerCreate(application, run);
  registerInspection(application, run);
  registerUpdate(application, run);
  registerState(application, run);
  registerLimit(application, run);
  registerDocuments(application, run);
  registerSecrets(application, run, terminal);
}

function registerInspection(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('list')
    .description('Lists all applications in the order of their registration.')
    .option('--documents', 'only those that a document on the web describes')
    .addHelpText(...formatExamples('application list', 'application list --json'))
    .action(
      run(async ({ table, now }, { documents = false }) => {
        const applications = documents
          ? await metadataClients.listWithDocument(table)
          : await clients.list(table);
        return {
          data: applications.map((client) => toApplicationRow(client, now)),
          columns: [
            'client_id',
            'name',
            'own',
            'created_datetime',
            'state',
            ...(documents ? ['pinned_datetime'] : []),
            'redirect_uris',
          ],
        };
      }),
    );
  application
    .command('show')
    .description('Shows an application, and how it was used in the last 30 days.')
    .argument(...clientIdArgument)
    .addHelpText(...formatExamples(`application show ${exampleId}`))
    .action(
      run(async ({ table, now }, client_id) => {
        const client = await findApplication(table, client_id);
        const { members, tables } = await describeUsage({ table, now }, client_id);
        const data = { ...toApplicationRow(client, now), ...members };
        return { data, tables, note: usageNote };
      }),
    );
}

function registerState(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('disable')
    .description('Disables an application. Its tokens stop working.')
    .argument(...clientIdArgument)
    .addHelpText(...formatExamples(`application disable ${exampleId}`))
    .action(
      run(async ({ table, now }, client_id) => {
        const disabled = await clients.disable(table, client_id, now);
        return {
          data: toApplicationRow(requireApplication(disabled, client_id), now),
          note: revocationDelayNote,
          event: { name: 'client_disabled', client_id },
        };
      }),
    );
  application
    .command('enable')
    .description('Enables a disabled application. Its secrets and tokens work again.')
    .argument(...clientIdArgument)
    .addHelpText(...formatExamples(`application enable ${exampleId}`))
    .action(
      run(async ({ table, now }, client_id) => {
        const changed = await clients.enable(table, client_id);
        const enabled = await requireChanged(table, changed, client_id);
        return {
          data: toApplicationRow(enabled, now),
          note: 'Its secrets and its tokens work again, unless they have expired.',
          event: { name: 'client_enabled', client_id },
        };
      }),
    );
}

function registerSecrets(
  application: CommandUnknownOpts,
  run: CommandRunner,
  terminal: Terminal,
): void {
  application
    .command('rotate-secret')
    .description(
      'Issues a new secret to an application. The last one works for 24 more hours, and those ' +
        'before it end.',
    )
    .argument(...clientIdArgument)
    .option('--now', 'revoke the old secret at once, e.g. if others know it')
    .addOption(yesOption)
    .addHelpText(
      ...formatExamples(
        `application rotate-secret ${exampleId}`,
        `application rotate-secret ${exampleId} --now --yes`,
      ),
    )
    .hook(
      'preAction',
      requireConfirmation(terminal, ({ now }) =>
        now === true ? 'ends the secret that the application uses' : undefined,
      ),
    )
    .action(
      run(async ({ table, now }, client_id, options) => {
        const { replaceSecrets, rotateSecret } = clientSecrets;
        const issueSecret = options.now ? replaceSecrets : rotateSecret;
        const changed = await issueSecret(table, client_id, now);
        const issued = await requireChanged(table, changed, client_id);
        const { client, client_secret } = issued;
        return {
          data: { ...toApplicationRow(client, now), client_secret },
          note: options.now
            ? `${secretNote} The old secrets are revoked. ${secretRevocationNote}`
            : secretNote,
          event: { name: 'client_secret_rotated', client_id },
        };
      }),
    );
  application
    .command('revoke-secret')
    .description('Revokes the old secret, which works for 24 hours after rotate-secret.')
    .argument(...clientIdArgument)
    .addHelpText(...formatExamples(`application revoke-secret ${exampleId}`))
    .action(
      run(async ({ table, now }, client_id) => {
        const revoked = await clientSecrets.revokeReplacedSecrets(table, client_id);
        const client = await requireChanged(table, revoked, client_id);
        return {
          data: toApplicationRow(client, now),
          note:
            'The newest secret still works, the older ones are revoked. ' +
            secretRevocationNote,
          event: { name: 'client_secret_revoked', client_id },
        };
      }),
    );
}
