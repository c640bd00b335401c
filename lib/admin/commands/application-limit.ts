import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { setQuotas } from '#functions/auth/client/client-update.store.ts';
import * as commonQuotas from '#functions/auth/quota/quota.store.ts';
import {
  isUnreachable,
  minQuota,
  type QuotaField,
  type QuotaSources,
  quotaFields,
  resolveQuotas,
  type SetQuotas,
  toQuotaValues,
} from '#functions/auth/quota/quota.ts';
import { type ClientQuotas, maxQuota, type WindowQuotas } from '#shared/quota/quotas.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandRunner, Row } from '../command.ts';
import { createFieldError, findApplication, requireChanged } from '../find.ts';
import { exampleId, formatExamples } from '../program.ts';

/** Registers the command that shows and sets limits. */
export function registerLimit(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('limit')
    .description('Shows or sets how many requests an application has.')
    .argument('[client-id]', 'client id of the application')
    .option('--all', 'all applications that have no limit of their own')
    .option(
      '--person-15min <requests>',
      'of one person with the application, in 15 minutes',
      parseLimit,
    )
    .option('--person-day <requests>', 'the same, in a day (UTC)', parseLimit)
    .option(
      '--application-15min <requests>',
      'of the application with all people, in 15 minutes',
      parseLimit,
    )
    .option('--application-day <requests>', 'the same, in a day (UTC)', parseLimit)
    .addOption(
      new Option('--default', 'remove all limits that were set').conflicts([
        'person15min',
        'personDay',
        'application15min',
        'applicationDay',
      ]),
    )
    .addHelpText(
      ...formatExamples(
        `application limit ${exampleId}`,
        `application limit ${exampleId} --person-15min 1000 --person-day 20000`,
        `application limit ${exampleId} --default`,
        'application limit --all --person-15min 300',
      ),
    )
    .action(
      run(async ({ table }, client_id, options) => {
        if ((client_id === undefined) !== (options.all ?? false))
          throw createFieldError('application', 'must be a client id, or --all');
        const set: SetQuotas = compact({
          user_15min: options.person15min,
          user_day: options.personDay,
          client_15min: options.application15min,
          client_day: options.applicationDay,
        });
        const isShown = Object.keys(set).length === 0 && !options.default;
        const found = await findSources(table, client_id);
        if (isShown) return toTable(found);

        const changed = options.default ? undefined : set;
        const sources = change(found, client_id, changed);
        requireWiderDays(resolveQuotas(sources));
        await store(table, client_id, changed);
        return {
          ...toTable(sources),
          note: 'Takes effect within a minute.',
          event: { name: 'client_limits_changed', client_id },
        };
      }),
    );
}

function parseLimit(value: string): number {
  const limit = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (limit >= minQuota && limit <= maxQuota) return limit;
  throw new InvalidArgumentError(`It must be a number from ${minQuota} to ${maxQuota}.`);
}

/** Returns what the limits of an application depend on, or those of all without a client id. */
async function findSources(
  table: Table<'get'>,
  client_id: string | undefined,
): Promise<QuotaSources> {
  const common = await commonQuotas.findCommonQuotas(table);
  if (client_id === undefined) return { ...common, isOwn: false };
  const client = await findApplication(table, client_id);
  return { ...common, ofClient: client.limits, isOwn: client.own === true };
}

/** Returns the sources with these limits in addition, or without any that were set. */
function change(
  sources: QuotaSources,
  client_id: string | undefined,
  set: SetQuotas | undefined,
): QuotaSources {
  const name = client_id === undefined ? 'ofAll' : 'ofClient';
  return { ...sources, [name]: set ? { ...sources[name], ...set } : {} };
}

async function store(
  table: Table<'get' | 'update'>,
  client_id: string | undefined,
  set: SetQuotas | undefined,
): Promise<void> {
  if (client_id !== undefined)
    await requireChanged(table, await setQuotas(table, client_id, set), client_id);
  else if (set) await commonQuotas.setQuotasOfAll(table, set);
  else await commonQuotas.removeQuotasOfAll(table);
}

/** Throws `validation_failed` if a day has fewer requests than 15 minutes, by mistake. */
function requireWiderDays({ user, client }: ClientQuotas): void {
  const problem = 'must be at least the limit of 15 minutes';
  if (isNarrower(user)) throw createFieldError('person-day', problem);
  if (isNarrower(client)) throw createFieldError('application-day', problem);
}

/** Returns whether a day has fewer requests than 15 minutes, unless those are not limited. */
function isNarrower(limits: WindowQuotas): boolean {
  return limits.day < limits['15min'] && limits['15min'] < maxQuota;
}

/** The limits as options name them. */
const optionNames: Readonly<Record<QuotaField, string>> = {
  user_15min: 'person-15min',
  user_day: 'person-day',
  client_15min: 'application-15min',
  client_day: 'application-day',
};

/** Returns the limits as a table: what applies, and what the operator has set. */
function toTable(sources: QuotaSources) {
  const { ofClient, ofAll } = sources;
  const current = toQuotaValues(resolveQuotas(sources));
  const data = quotaFields.map(
    (field): Row => ({
      limit: optionNames[field],
      requests: isUnreachable(current[field]) ? 'none' : current[field],
      set_for_application: ofClient?.[field] ?? null,
      set_for_all: ofAll[field] ?? null,
    }),
  );
  return { data };
}
