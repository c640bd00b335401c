import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { failedRecords } from '#shared/queue/failed-record.ts';
import type { CommandResult } from '../command.ts';
import type { SendOutcome } from '../dead-letters/dead-letter-queue.ts';
import type { DeadLetterQueues } from '../dead-letters/open-queues.ts';
import { applyToAll, applyToSelected } from '../dead-letters/process-messages.ts';
import { type QueueCommandRunner, requireQueue } from '../dead-letters/queue-command.ts';
import { collect, formatExamples } from '../program.ts';

const consumerArgument = `id of the consumer, e.g. auth/send-mail, or ${failedRecords}`;
const exampleMessage = '5fea7756-0ea4-451a-a703-a558b933e274';

const deadLetterNote =
  'Messages that fail again return to the dead-letter queue after all retries.';
const failedRecordNote =
  'A record is unneeded if its item is gone or needs no message any more. Records that failed, ' +
  'e.g. because their item was deleted, stay in the queue.';

/** Registers the commands that send dead messages again, or delete them. */
export function registerMessageActions(
  group: CommandUnknownOpts,
  run: QueueCommandRunner,
): void {
  registerSendAgain(group, run);
  registerRemove(group, run);
}

function registerSendAgain(group: CommandUnknownOpts, run: QueueCommandRunner): void {
  group
    .command('send-again')
    .description('Sends dead messages to the queue of their consumer again.')
    .argument('<consumer>', consumerArgument)
    .option('--id <id>', 'message to send (repeatable)', collect)
    .option('--all', 'send all messages')
    .option('--yes', 'confirm that the messages are to be sent again')
    .addHelpText(
      'after',
      formatExamples([
        `dead-letters send-again auth/send-mail --id ${exampleMessage} --yes`,
        'dead-letters send-again diary/entry/sync --all --yes',
      ]),
    )
    .hook('preAction', (command) => {
      const { id, all, yes } = command.opts();
      if ((id === undefined) === (all === undefined))
        command.error('error: specify --id <id> or --all');
      if (!yes)
        command.error('error: this processes the messages again; add --yes to confirm');
    })
    .action(run(sendAgain));
}

async function sendAgain(
  queues: DeadLetterQueues,
  consumer: string,
  { id }: { id?: string[] },
): Promise<CommandResult> {
  const queue = requireQueue(queues, consumer);
  const outcomes =
    id === undefined
      ? await applyToAll(queue, queue.sendAgain)
      : await applyToSelected(queue, id, queue.sendAgain);
  const count = (outcome: SendOutcome) =>
    outcomes.filter((other) => other === outcome).length;
  const counts = { consumer, sent: count('sent') };
  if (consumer !== failedRecords) return { data: counts, note: deadLetterNote };
  return {
    data: { ...counts, unneeded: count('unneeded'), failed: count('failed') },
    note: failedRecordNote,
  };
}

function registerRemove(group: CommandUnknownOpts, run: QueueCommandRunner): void {
  group
    .command('remove')
    .description('Deletes dead messages for good, without processing them.')
    .argument('<consumer>', consumerArgument)
    .requiredOption('--id <id>', 'message to delete (repeatable)', collect)
    .option('--yes', 'confirm that the messages are to be deleted')
    .addHelpText(
      'after',
      formatExamples([`dead-letters remove auth/send-mail --id ${exampleMessage} --yes`]),
    )
    .hook('preAction', (command) => {
      const { yes } = command.opts();
      if (!yes) command.error('error: this deletes the messages; add --yes to confirm');
    })
    .action(run(removeMessages));
}

async function removeMessages(
  queues: DeadLetterQueues,
  consumer: string,
  { id }: { id: string[] },
): Promise<CommandResult> {
  const queue = requireQueue(queues, consumer);
  const removed = await applyToSelected(queue, id, queue.remove);
  return { data: { consumer, removed: removed.length } };
}
