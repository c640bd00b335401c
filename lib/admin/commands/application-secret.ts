import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as clientSecrets from '#functions/auth/client/client-secret.store.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { requireApplication, toApplicationRow } from '../find.ts';
import { exampleId, formatExamples } from '../program.ts';

/** A note about a new secret. */
export const secretNote = 'The secret is shown only once: the service stores its digest.';

const revocationNote =
  'A function that cached the application may accept old secrets for 60 more seconds.';

/** Registers the commands that manage the secrets of applications. */
export function registerSecretCommands(
  application: CommandUnknownOpts,
  run: CommandRunner,
): void {
  registerRotateSecret(application, run);
  registerRevokeSecret(application, run);
}

const rotateExamples = formatExamples([
  `application rotate-secret ${exampleId}`,
  `application rotate-secret ${exampleId} --now`,
]);

function registerRotateSecret(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('rotate-secret')
    .description(
      'Issues a new secret to an application. The old secret works for 24 more hours.',
    )
    .argument('<client-id>', 'client id of the application')
    .option('--now', 'revoke the old secret at once, e.g. if others know it')
    .addHelpText('after', rotateExamples)
    .action(run(rotateSecret));
}

async function rotateSecret(
  { table, now }: CommandContext,
  client_id: string,
  options: { now?: true },
): Promise<CommandResult> {
  const issueSecret = options.now
    ? clientSecrets.replaceSecrets
    : clientSecrets.rotateSecret;
  const changed = await issueSecret(table, client_id, now);
  const { client, client_secret } = requireApplication(changed, client_id);
  return {
    data: { ...toApplicationRow(client, now), client_secret },
    note: options.now
      ? `${secretNote} The old secrets are revoked. ${revocationNote}`
      : secretNote,
    event: { name: 'client_secret_rotated', client_id },
  };
}

function registerRevokeSecret(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('revoke-secret')
    .description('Revokes the old secret, which works for 24 hours after rotate-secret.')
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application revoke-secret ${exampleId}`]))
    .action(run(revokeSecret));
}

async function revokeSecret(
  { table, now }: CommandContext,
  client_id: string,
): Promise<CommandResult> {
  const revoked = await clientSecrets.revokeReplacedSecrets(table, client_id);
  return {
    data: toApplicationRow(requireApplication(revoked, client_id), now),
    note: `The newest secret still works, the older ones are revoked. ${revocationNote}`,
    event: { name: 'client_secret_revoked', client_id },
  };
}
