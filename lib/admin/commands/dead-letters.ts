import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { failedRecords } from '#shared/queue/failed-record.ts';
import { createIntegerParser } from '../../terminal/parse-integer.ts';
import type { CommandResult, Terminal } from '../command.ts';
import type { DeadLetter, DeadLetterQueue } from '../dead-letters/dead-letter-queue.ts';
import { describeMessage } from '../dead-letters/describe-message.ts';
import type { DeadLetterQueues } from '../dead-letters/open-queues.ts';
import { peekMessages } from '../dead-letters/process-messages.ts';
import {
  createQueueRunner,
  type QueueCommandRunner,
  requireQueue,
} from '../dead-letters/queue-command.ts';
import { type AdminProgram, addCommandGroup, formatExamples } from '../program.ts';
import { registerMessageActions } from './dead-letters-process.ts';

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
    .argument(
      '<consumer>',
      `id of the consumer, e.g. auth/send-mail, or ${failedRecords}`,
    )
    .addOption(
      new Option('--limit <number>', 'how many messages to show')
        .default(20)
        .argParser(createIntegerParser(1, 1000)),
    )
    .addHelpText('after', formatExamples(['dead-letters show auth/send-mail']))
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
