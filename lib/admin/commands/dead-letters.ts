import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { failedRecords } from '#shared/queue/stream.ts';
import { createIntegerParser } from '../../terminal/program.ts';
import type { CommandResult, Terminal } from '../command.ts';
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
import { formatResult } from '../format.ts';
import {
  type AdminProgram,
  addCommandGroup,
  collect,
  formatExamples,
} from '../program.ts';

/** Wraps the work of a command on queues as its action for commander. */
type QueueCommandRunner = <Args extends unknown[]>(
  work: (queues: DeadLetterQueues, ...args: Args) => Promise<CommandResult>,
) => (...args: Args) => Promise<void>;

/**
 * Creates the runner of commands on queues. Their actions open the queues that the options name, do
 * the work and print the result.
 */
function createQueueRunner(
  program: AdminProgram,
  terminal: Terminal,
): QueueCommandRunner {
  return (work) =>
    async (...args) => {
      const { table, json = false, ...target } = program.opts();
      if (table !== undefined)
        program.error('error: the queues of a deployed stack require --outputs <file>');
      // The import is here so that help and usage errors do not load the AWS SDK.
      const { openDeadLetterQueues } = await import('../dead-letters/queues.ts');
      const queues = await openDeadLetterQueues(target);
      const result = await work(queues, ...args);
      terminal.stdout.write(`${formatResult(result, json)}\n`);
    };
}

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
  const run = createQueueRunner(program, terminal);
  registerList(group, run);
  registerShow(group, run);
  registerMessageActions(group, run);
}

function registerList(group: CommandUnknownOpts, run: QueueCommandRunner): void {
  group
    .command('list')
    .description(
      'Lists how many dead messages each consumer has, and the time of the oldest.',
    )
    .addHelpText('after', formatExamples(['dead-letters list']))
    .action(run(listQueues));
}

/** The time of the oldest message is shown only if a queue has no more messages than this. */
const maxPeekedMessages = 100;

async function listQueues(queues: DeadLetterQueues): Promise<CommandResult> {
  const entries = [...queues];
  const data = await Promise.all(
    entries.map(async ([consumer, queue]) => ({
      consumer,
      ...(await describeQueue(queue)),
    })),
  );
  return { data, columns: ['consumer', 'messages', 'oldest_datetime'] };
}

async function describeQueue(queue: DeadLetterQueue) {
  const messages = await queue.count();
  if (messages === 0 || messages > maxPeekedMessages)
    return { messages, oldest_datetime: null };

  const [oldest] = await peekMessages(queue, messages);
  return { messages, oldest_datetime: oldest?.sent_datetime ?? null };
}

function registerShow(group: CommandUnknownOpts, run: QueueCommandRunner): void {
  group
    .command('show')
    .description('Shows dead messages of a consumer, without secrets and addresses.')
    .argument('<consumer>', `id of the consumer, e.g. account/mail, or ${failedRecords}`)
    .addOption(
      new Option('--limit <number>', 'how many messages to show')
        .default(20)
        .argParser(createIntegerParser(1, 1000)),
    )
    .addHelpText('after', formatExamples(['dead-letters show account/mail']))
    .action(run(showMessages));
}

async function showMessages(
  queues: DeadLetterQueues,
  consumer: string,
  { limit }: { limit: number },
): Promise<CommandResult> {
  const messages = await peekMessages(requireQueue(queues, consumer), limit);
  return {
    data: messages.map(toRow),
    columns: ['id', 'sent_datetime', 'receives', 'kind', 'details'],
  };
}

function toRow({ id, sent_datetime, receives, body }: DeadLetter) {
  return { id, sent_datetime, receives, ...describeMessage(body) };
}

const consumerArgument = `id of the consumer, e.g. account/mail, or ${failedRecords}`;
const exampleMessage = '5fea7756-0ea4-451a-a703-a558b933e274';

const deadLetterNote =
  'Messages that fail again return to the dead-letter queue after all retries.';
const failedRecordNote =
  'A record is unneeded if its item is gone or needs no message any more. Records that failed, ' +
  'e.g. because their item was deleted, stay in the queue.';

/** Registers the commands that send dead messages again, or delete them. */
function registerMessageActions(
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
        `dead-letters send-again account/mail --id ${exampleMessage} --yes`,
        'dead-letters send-again connections/sync --all --yes',
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
      formatExamples([`dead-letters remove account/mail --id ${exampleMessage} --yes`]),
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
