import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { failedRecords } from '#shared/queue/stream.ts';
import { createIntegerParser } from '../../terminal/program.ts';
import type { Runner, Terminal } from '../command.ts';
import type {
  DeadLetter,
  DeadLetterQueue,
  SendOutcome,
} from '../dead-letters/dead-letter-queue.ts';
import {
  applyToAll,
  applyToSelected,
  describeMessage,
  peekMessages,
} from '../dead-letters/messages.ts';
import type { DeadLetterQueues } from '../dead-letters/queues.ts';
import { createFieldError } from '../find.ts';
import {
  type AdminProgram,
  addCommandGroup,
  collect,
  createRunner,
  formatExamples,
  requireConfirmation,
  yesOption,
} from '../program.ts';

type QueueCommandRunner = Runner<DeadLetterQueues>;

/** Returns the queue of a consumer. Throws `validation_failed` if no consumer has the id. */
function requireQueue(queues: DeadLetterQueues, consumer: string): DeadLetterQueue {
  const queue = queues.get(consumer);
  if (!queue)
    throw createFieldError('consumer', `must be one of ${[...queues.keys()].join(', ')}`);
  return queue;
}

/** Registers the commands that manage the messages in the dead-letter queues. */
export function registerDeadLetterCommands(
  program: AdminProgram,
  terminal: Terminal,
): void {
  const group = addCommandGroup(
    program,
    'dead-letters',
    'Manages the messages that failed after all retries.',
  );
  const run = createRunner(program, terminal, async ({ table, ...target }) => {
    if (table !== undefined)
      program.error('error: the queues of a deployed stack require --outputs <file>');
    // The import is here so that help and usage errors do not load the AWS SDK.
    const { openDeadLetterQueues } = await import('../dead-letters/queues.ts');
    return openDeadLetterQueues(target);
  });
  registerInspection(group, run);
  registerSendAgain(group, run, terminal);
  registerDelete(group, run, terminal);
}

const consumerArgument = [
  '<consumer>',
  `id of the consumer, e.g. account/mail, or ${failedRecords}`,
] as const;
const exampleMessage = '5fea7756-0ea4-451a-a703-a558b933e274';

function registerInspection(group: CommandUnknownOpts, run: QueueCommandRunner): void {
  group
    .command('list')
    .description(
      'Lists how many dead messages each consumer has, and the time of the oldest.',
    )
    .addHelpText(...formatExamples('dead-letters list'))
    .action(
      run(async (queues) => {
        const rows = [...queues].map(async ([consumer, queue]) => ({
          consumer,
          ...(await describeQueue(queue)),
        }));
        return { data: await Promise.all(rows) };
      }),
    );
  group
    .command('show')
    .description('Shows dead messages of a consumer, without secrets and addresses.')
    .argument(...consumerArgument)
    .addOption(
      new Option('--limit <number>', 'how many messages to show')
        .default(20)
        .argParser(createIntegerParser(1, 1000)),
    )
    .addHelpText(...formatExamples('dead-letters show account/mail'))
    .action(
      run(async (queues, consumer, { limit }) => {
        const messages = await peekMessages(requireQueue(queues, consumer), limit);
        return {
          data: messages.map(({ id, sent_datetime, receives, body }) => ({
            id,
            sent_datetime,
            receives,
            ...describeMessage(body),
          })),
          columns: ['id', 'sent_datetime', 'receives', 'kind', 'details'],
        };
      }),
    );
}

/** The time of the oldest message is shown only if a queue has no more messages than this. */
const maxPeekedMessages = 100;

async function describeQueue(queue: DeadLetterQueue) {
  const messages = await queue.count();
  if (messages === 0 || messages > maxPeekedMessages)
    return { messages, oldest_datetime: null };

  const [oldest] = await peekMessages(queue, messages);
  return { messages, oldest_datetime: oldest?.sent_datetime ?? null };
}

const deadLetterNote =
  'Messages that fail again return to the dead-letter queue after all retries.';
const failedRecordNote =
  'A record is unneeded if its item is gone or needs no message any more. Records that failed, ' +
  'e.g. because their item was deleted, stay in the queue.';

/** Requires that a command line selects messages by their ids, or all of them. */
function requireSelection(command: CommandUnknownOpts): void {
  const { id, all } = command.opts();
  if ((id === undefined) === (all === undefined))
    command.error('error: specify --id <id> or --all');
}

/** Applies an action to the messages with these ids, or to all without ids. */
function applyToSelection<Result>(
  queue: DeadLetterQueue,
  ids: readonly string[] | undefined,
  action: (message: DeadLetter) => Promise<Result>,
): Promise<Result[]> {
  return ids === undefined
    ? applyToAll(queue, action)
    : applyToSelected(queue, ids, action);
}

/** Adds a command that does something with selected messages. `effect` is what it asks about. */
function addSelectingCommand(
  group: CommandUnknownOpts,
  terminal: Terminal,
  { name, verb, effect }: { name: string; verb: string; effect: string },
) {
  return group
    .command(name)
    .argument(...consumerArgument)
    .option('--id <id>', `message to ${verb} (repeatable)`, collect)
    .option('--all', `${verb} all messages`)
    .addOption(yesOption)
    .addHelpText(
      ...formatExamples(
        `dead-letters ${name} account/mail --id ${exampleMessage} --yes`,
        `dead-letters ${name} connections/sync --all`,
      ),
    )
    .hook('preAction', requireSelection)
    .hook(
      'preAction',
      requireConfirmation(terminal, () => effect),
    );
}

function registerSendAgain(
  group: CommandUnknownOpts,
  run: QueueCommandRunner,
  terminal: Terminal,
): void {
  const effect = 'processes the messages again';
  addSelectingCommand(group, terminal, { name: 'send-again', verb: 'send', effect })
    .description('Sends dead messages to the queue of their consumer again.')
    .action(
      run(async (queues, consumer, { id }) => {
        const queue = requireQueue(queues, consumer);
        const outcomes = await applyToSelection(queue, id, queue.sendAgain);
        const count = (outcome: SendOutcome) =>
          outcomes.filter((other) => other === outcome).length;
        const counts = { consumer, sent: count('sent') };
        const event = { name: 'dead_letters_sent_again', code: consumer } as const;
        if (consumer !== failedRecords)
          return { data: counts, note: deadLetterNote, event };
        return {
          event,
          data: { ...counts, unneeded: count('unneeded'), failed: count('failed') },
          note: failedRecordNote,
        };
      }),
    );
}

function registerDelete(
  group: CommandUnknownOpts,
  run: QueueCommandRunner,
  terminal: Terminal,
): void {
  const effect = 'deletes the messages for good';
  addSelectingCommand(group, terminal, { name: 'remove', verb: 'delete', effect })
    .description('Deletes dead messages for good, without processing them.')
    .action(
      run(async (queues, consumer, { id }) => {
        const queue = requireQueue(queues, consumer);
        const deleted = await applyToSelection(queue, id, queue.delete);
        return {
          data: { consumer, removed: deleted.length },
          event: { name: 'dead_letters_removed', code: consumer },
        };
      }),
    );
}
