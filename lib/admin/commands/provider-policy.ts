import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import {
  getPolicy,
  type PolicyOverride,
} from '#functions/auth/data-policy/data-policy.ts';
import * as providerClients from '#functions/connections/provider-credentials/client.store.ts';
import { name, shownToOthers } from '#shared/contract/schema.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import {
  type DataPolicy,
  dataPermissions,
  getDefaultPolicy,
} from '#shared/reference-data/provider-policies.ts';
import { findTypeByKey } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandRunner, Row } from '../command.ts';
import { createFieldError } from '../find.ts';
import { formatExamples } from '../program.ts';

export const typeArgument = [
  '<type>',
  'type of the remote accounts, e.g. strava',
] as const;

/** The text of a value that lifts a limit, or needs no words. */
const none = 'none';

const originals =
  'The defaults are as others quoted the terms in November 2026: read the originals.';

/**
 * The texts of an override. They are bounded, because the authorizer reads all overrides at once.
 */
const PolicyTexts = z.object({
  reason: name(500),
  attribution: z.optional(shownToOthers(name(100))),
});

/** Registers the commands that show and override the data policies of providers. */
export function registerPolicy(provider: CommandUnknownOpts, run: CommandRunner): void {
  provider
    .command('show')
    .description('Shows the data policy of a provider: its default and your override.')
    .argument(...typeArgument)
    .addHelpText(...formatExamples('provider show strava'))
    .action(
      run(async ({ table }, type) => {
        await requireType(table, type);
        const overrides = await dataPolicies.findOverrides(table);
        return { ...toTable(type, overrides[type]), note: originals };
      }),
    );
  provider
    .command('policy')
    .description(
      'Overrides the data policy of a provider: who may see what comes through its API.',
    )
    .argument(...typeArgument)
    .requiredOption('--reason <text>', 'why you may do this, for the audit log')
    .addOption(
      new Option(
        '--applications <permission>',
        'whether applications that are not your own may see it',
      ).choices(dataPermissions),
    )
    .addOption(
      new Option('--agents <permission>', 'whether agents may see it').choices(
        dataPermissions,
      ),
    )
    .option('--combine <yes|no>', 'whether it may complete other workouts', parseYesNo)
    .option(
      '--retention-days <days>',
      'days for which it may be kept, or none for no limit',
      parseDays,
    )
    .option(
      '--erase-on-disconnect <yes|no>',
      'whether it is erased when the person disconnects',
      parseYesNo,
    )
    .option('--attribution <text>', 'words to show with it, or none')
    .option('--default', 'restore the default of everything')
    .addHelpText(
      ...formatExamples(
        "provider policy polar --applications allowed --reason 'contract of 2026-12-01'",
        "provider policy strava --retention-days none --reason 'agreed by mail'",
        "provider policy polar --default --reason 'the contract has ended'",
      ),
    )
    .action(
      run(async ({ table, now }, type, options) => {
        await requireType(table, type);
        if (options.reason.trim() === '')
          throw createFieldError('reason', 'must say why');
        const { reason, attribution } = parseOrFail(PolicyTexts, options);
        const values: Partial<DataPolicy> = compact({
          applications: options.applications,
          agents: options.agents,
          combine: options.combine,
          retention_days: toValue(options.retentionDays),
          erase_on_disconnect: options.eraseOnDisconnect,
          attribution: toValue(attribution),
        });
        const hasValues = Object.keys(values).length > 0;
        if (hasValues === (options.default ?? false))
          throw createFieldError(
            'options',
            'must have changes, or --default; see --help',
          );

        if (hasValues) await dataPolicies.override(table, type, { values, reason }, now);
        else await dataPolicies.restoreDefault(table, type);
        const overrides = await dataPolicies.findOverrides(table);
        return {
          ...toTable(type, overrides[type]),
          note: 'Takes effect within a minute.',
          event: { name: 'provider_policy_changed', provider: type, reason },
        };
      }),
    );
}

/** Throws `not_found` if a type is unknown. The sample provider is known by its client only. */
async function requireType(table: Table<'get'>, type: string): Promise<void> {
  const isKnown = findTypeByKey(type) ?? (await providerClients.find(table, type));
  if (!isKnown) throw serviceError('not_found', { kind: 'provider', id: type });
}

/** Returns a policy as a table: the default and the override of each value. */
function toTable(type: string, override: PolicyOverride | undefined) {
  const defaults = getDefaultPolicy(type);
  const current = getPolicy(override ? { [type]: override } : {}, type);
  const names = Object.keys(defaults) as (keyof DataPolicy)[];
  const data = names.map((name): Row => {
    const because = override?.reasons[name];
    return {
      policy: name,
      default: defaults[name],
      override: because ? formatOverride(current[name]) : null,
      reason: because?.reason ?? null,
      updated_datetime: because?.updated_datetime ?? null,
    };
  });
  return { data };
}

/** Returns a value. One that lifts a limit is `none`, because null is no override. */
function formatOverride(value: DataPolicy[keyof DataPolicy]): Row[string] {
  return value ?? none;
}

/** Returns the value of an option. */
function toValue<Value>(sent: Value | typeof none): Value | null {
  return sent === none ? null : sent;
}

function parseYesNo(value: string): boolean {
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw new InvalidArgumentError('Allowed choices are yes, no.');
}

function parseDays(value: string): number | typeof none {
  if (value === none) return none;
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a number of days, or none.');
}
