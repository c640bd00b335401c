import type { Terminal } from '../command.ts';
import {
  type AdminProgram,
  addCommandGroup,
  createRunner,
  formatExamples,
} from '../program.ts';

/** Registers the command that changes the key with which a local service signs id_tokens. */
export function registerSigningKeyCommands(
  program: AdminProgram,
  terminal: Terminal,
): void {
  const run = createRunner(program, terminal, async ({ table, outputs, data }) => {
    if (table !== undefined || outputs !== undefined)
      program.error(
        'error: keys of a stack change by the setting signingKeys; see docs/operations.md',
      );
    return { data, ...(await import('../../local/host/signing-key-file.ts')) };
  });

  addCommandGroup(program, 'signing-key', 'Changes the key that signs id_tokens.')
    .command('rotate')
    .description(
      'Adds a key, which signs a day later, and removes those that are not needed.',
    )
    .option('--now', 'the current key may be in other hands: the new one replaces it')
    .addHelpText(...formatExamples('signing-key rotate', 'signing-key rotate --now'))
    .action(
      run(async ({ data, rotateSigningKeys }, { now: isUrgent = false }) => {
        const keys = await rotateSigningKeys(data, new Date(), isUrgent);
        return {
          data: keys.map(({ kid, created_at }) => ({
            kid,
            created_datetime: new Date(created_at * 1000).toISOString(),
          })),
          event: { name: 'signing_key_rotated' },
          note: isUrgent
            ? 'The new key signs at once. Programs that do not know it yet refuse sign-ins.'
            : 'The new key is published now, and signs in a day.',
        };
      }),
    );
}
