import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { requestResending } from '#functions/account/webhook/resend/request-resending.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import * as webhookCommands from '#functions/account/webhook/webhook-commands.ts';
import { toWebhookError } from '#functions/account/webhook/webhook-problem.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import type { TableOperation } from '#shared/contract/resources.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { clientIdArgument, createFieldError, findApplication } from '../find.ts';
import { parseOptionTime } from '../options.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';

const webhookIdArgument = ['<webhook-id>', 'id of the webhook'] as const;
const exampleIds = `${exampleId} ${exampleId}`;

/** Registers the commands that manage the webhooks of applications. */
export function registerWebhookCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const webhook = addCommandGroup(
    program,
    'webhook',
    'Manages the webhooks of applications, to which events are sent.',
  );
  registerList(webhook, run);
  registerShow(webhook, run);
  registerDisable(webhook, run);
  registerEnable(webhook, run);
  registerResend(webhook, run);
}

function registerList(webhook: CommandUnknownOpts, run: CommandRunner): void {
  webhook
    .command('list')
    .description('Lists the webhooks of an application, or those of all applications.')
    .argument('[client-id]', 'client id of the application')
    .addHelpText(...formatExamples('webhook list', `webhook list ${exampleId}`))
    .action(
      run(async ({ table }, client_id) => {
        const ids =
          client_id === undefined
            ? await clients.listClientIds(table)
            : [(await findApplication(table, client_id)).client_id];
        const lists = ids.map((id) => webhooks.listOfClient(table, id));
        return {
          data: (await Promise.all(lists)).flat().map(toRow),
          columns: ['client_id', 'id', 'state', 'failures', 'failing_since', 'url'],
        };
      }),
    );
}

function registerShow(webhook: CommandUnknownOpts, run: CommandRunner): void {
  webhook
    .command('show')
    .description('Shows a webhook.')
    .argument(...clientIdArgument)
    .argument(...webhookIdArgument)
    .addHelpText(...formatExamples(`webhook show ${exampleIds}`))
    .action(
      run(async ({ table }, client_id, id) => {
        return { data: toRow(await requireWebhook(table, client_id, id)) };
      }),
    );
}

function registerDisable(webhook: CommandUnknownOpts, run: CommandRunner): void {
  webhook
    .command('disable')
    .description('Disables a webhook. Nothing more is sent to it.')
    .argument(...clientIdArgument)
    .argument(...webhookIdArgument)
    .addHelpText(...formatExamples(`webhook disable ${exampleIds}`))
    .action(
      run(async (context, client_id, id) => {
        const current = await requireWebhook(context.table, client_id, id);
        const { command, events } = toOperatorCommand(context, client_id);
        const problem = await webhookCommands.switchOff(command, current);
        if (problem) throw toWebhookError(problem, serviceError);
        return compact({
          data: toRow(await requireWebhook(context.table, client_id, id)),
          note: 'The application cannot enable it. Use webhook enable.',
          event: events[0],
        });
      }),
    );
}

function registerEnable(webhook: CommandUnknownOpts, run: CommandRunner): void {
  webhook
    .command('enable')
    .description('Enables a disabled webhook. What it missed is sent to it.')
    .argument(...clientIdArgument)
    .argument(...webhookIdArgument)
    .addHelpText(...formatExamples(`webhook enable ${exampleIds}`))
    .action(
      run(async (context, client_id, id) => {
        const current = await requireWebhook(context.table, client_id, id);
        if (current.state !== 'disabled')
          throw createFieldError('webhook', 'is not disabled');
        const { command, events } = toOperatorCommand(context, client_id);
        const problem = await webhookCommands.switchOn(command, current);
        if (problem) throw toWebhookError(problem, serviceError);
        return compact({
          data: toRow(await requireWebhook(context.table, client_id, id)),
          note: 'The events since its first failure are sent, at most those of 30 days.',
          event: events[0],
        });
      }),
    );
}

function registerResend(webhook: CommandUnknownOpts, run: CommandRunner): void {
  webhook
    .command('resend')
    .description('Sends a delivery, or all events since a time, to a webhook again.')
    .argument(...clientIdArgument)
    .argument(...webhookIdArgument)
    .option('--since <time>', 'time with an offset, e.g. 2026-11-20T09:00:00-08:00')
    .option('--delivery <id>', 'id of a delivery: the webhook-id that the receiver got')
    .addHelpText(
      ...formatExamples(
        `webhook resend ${exampleIds} --since 2026-11-20T09:00:00-08:00`,
        `webhook resend ${exampleIds} --delivery evt_1_${exampleId}`,
      ),
    )
    .action(
      run(async (context, client_id, id, { since, delivery }) => {
        if ((since === undefined) === (delivery === undefined))
          throw createFieldError('options', 'must have either --since or --delivery');

        const current = await requireWebhook(context.table, client_id, id);
        const resending = {
          delivery_id: delivery,
          since: since === undefined ? since : parseOptionTime('since', since),
        };
        const { command, events } = toOperatorCommand(context, client_id);
        await requestResending(command, current, resending, serviceError);
        return compact({
          data: toRow(current),
          note: 'The events are sent in the background.',
          event: events[0],
        });
      }),
    );
}

/** Returns a command of the operator, and the list to which it adds its audit event. */
function toOperatorCommand({ table, now }: CommandContext, client_id: string) {
  const events: NonNullable<CommandResult['event']>[] = [];
  const command: webhookCommands.WebhookCommand<TableOperation> = {
    table,
    now,
    subject: { client_id },
    by: 'operator',
    audit: (name, subject) => void events.push({ ...subject, name }),
  };
  return { command, events };
}

const requireWebhook = (table: Table<'get'>, client_id: string, id: string) =>
  webhookCommands.requireWebhook({ table, fail: serviceError }, client_id, id);

function toRow({ client_id, id, url, types, state, failures, ...times }: Webhook) {
  const { created_datetime, disabled_reason, disabled_datetime, failing_since } = times;
  return {
    client_id,
    id,
    url,
    types,
    state,
    disabled_reason: disabled_reason ?? null,
    disabled_datetime: disabled_datetime ?? null,
    failures,
    failing_since: failing_since ?? null,
    created_datetime,
  };
}
