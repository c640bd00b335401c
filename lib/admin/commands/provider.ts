import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { intervalMinutes } from '#functions/connections/connection/sync-state.ts';
import { countWithinLimits } from '#functions/connections/provider-credentials/budget.ts';
import * as providerClients from '#functions/connections/provider-credentials/client.store.ts';
import {
  getWebhookPath,
  type ProviderClientProfile,
} from '#functions/connections/provider-credentials/client.ts';
import * as providerSettings from '#functions/connections/provider-credentials/settings.store.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import {
  isKeyType,
  listKeyTypes,
} from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { createIntegerParser } from '../../terminal/program.ts';
import type { CommandRunner } from '../command.ts';
import { createFieldError } from '../find.ts';
import { readSecret, readSecretFile } from '../input.ts';
import { addCommandGroup, collect, formatExamples } from '../program.ts';
import { registerPolicy, typeArgument } from './provider-policy.ts';

/** Registers the commands that manage providers: our credentials there, and their data policies. */
export function registerProviderCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const provider = addCommandGroup(
    program,
    'provider',
    'Manages the credentials of this service at providers, and their data policies.',
  );
  registerSet(provider, run);
  registerInterval(provider, run);
  registerPolicy(provider, run);
  for (const state of ['on', 'off'] as const) registerTurn(provider, run, state);
  provider
    .command('list')
    .description('Lists the providers whose accounts people can connect.')
    .addHelpText(...formatExamples('provider list', 'provider list --json'))
    .action(
      run(async ({ table }) => {
        const { clients, keys } = await providerSettings.list(table);
        return { data: [...clients.map(toRow), ...keys.map(toKeyRow)] };
      }),
    );
  provider
    .command('remove')
    .description(
      'Removes the credentials at a provider. Existing connections stop importing.',
    )
    .argument(...typeArgument)
    .addHelpText(...formatExamples('provider remove strava'))
    .action(
      run(async ({ table }, type) => {
        const isDeleted = await providerClients.deleteClient(table, type);
        if (!isDeleted) throw serviceError('not_found', { kind: 'provider', id: type });
        return {
          data: { type },
          note: 'People can no longer connect accounts of this type.',
          event: { name: 'provider_client_removed', provider: type },
        };
      }),
    );
}

function registerSet(provider: CommandUnknownOpts, run: CommandRunner): void {
  provider
    .command('set')
    .description(
      'Stores the credentials of this service at a provider. People can then connect accounts.',
    )
    .argument(...typeArgument)
    .requiredOption('--client-id <id>', 'client id that the provider issued')
    .option(
      '--client-secret-file <file>',
      'file with the client secret (default: prompt or pipe)',
    )
    .option(
      '--webhook-secret-file <file>',
      'file with the secret for webhooks (default: keep the stored secret, or generate one)',
    )
    .option('--scope <scope>', 'additional scope to request (repeatable)', collect)
    .addHelpText(
      ...formatExamples(
        'provider set strava --client-id 12345',
        'provider set strava --client-id 12345 --client-secret-file secret.txt',
        'provider set whoop --client-id 8f2c --scope read:sleep < secret.txt',
      ),
    )
    .action(
      run(async ({ table, terminal, now }, type, options) => {
        const { clientSecretFile, webhookSecretFile, scope = [] } = options;
        const newClient = compact({
          type,
          client_id: options.clientId,
          client_secret: await readSecret(
            'client_secret',
            clientSecretFile,
            'Client secret: ',
            terminal,
          ),
          webhook_secret: await readSecretFile('webhook_secret', webhookSecretFile),
          extra_scopes: scope,
        });
        const stores = { table, dataKeys: openDataKeys() };
        const stored = await providerClients.setClient(stores, newClient, now);

        const { generatedWebhookSecret: webhook_secret } = stored;
        const webhook_path = getWebhookPath(type, newClient);
        return {
          data: compact({ ...toRow(stored.profile), webhook_path, webhook_secret }),
          note: formatNote(type, webhook_secret),
          event: { name: 'provider_client_set', provider: type },
        };
      }),
    );
}

/** The bounds of the minutes between two syncs: five minutes to a week. */
const intervalBounds = [5, 10_080] as const;

function registerInterval(provider: CommandUnknownOpts, run: CommandRunner): void {
  provider
    .command('interval')
    .description('Sets how often the connections of a provider are synchronized.')
    .argument(...typeArgument)
    .addOption(
      new Option('--minutes <number>', 'minutes between two syncs of a connection')
        .argParser(createIntegerParser(...intervalBounds))
        .conflicts('default'),
    )
    .option('--default', 'a day with webhooks, otherwise 15 minutes')
    .addHelpText(
      ...formatExamples(
        'provider interval withings --minutes 60',
        'provider interval withings --default',
      ),
    )
    .action(
      run(async ({ table }, type, { minutes, default: isDefault = false }) => {
        if (minutes === undefined && !isDefault)
          throw createFieldError('options', 'must have --minutes or --default');
        const isSet = await providerSettings.setInterval(table, type, minutes);
        if (!isSet) throw serviceError('not_found', { kind: 'provider', id: type });
        return {
          data: { type, sync_minutes: minutes ?? null },
          note: formatIntervalNote(type, minutes),
          event: { name: 'provider_interval_changed', provider: type },
        };
      }),
    );
}

/** Says how many connections the limits of a provider allow to be synchronized so often. */
function formatIntervalNote(type: string, minutes: number | undefined): string {
  const note = 'It counts from the next sync of each connection.';
  const found = findProvider(type);
  if (!found) return note;
  const { delivery, limits } = found;
  const max = countWithinLimits(limits, minutes ?? intervalMinutes[delivery]);
  const connections = new Intl.NumberFormat('en').format(max);
  return `${note} The limits of the provider allow that for ${connections} connections.`;
}

function formatNote(type: string, webhook_secret: string | undefined): string {
  const note =
    `Register this redirect URI at the provider: <AuthUrl>/v7.1/connect/callback/${type}/. ` +
    'For webhooks, register <MainUrl> followed by the webhook path, and keep this URL secret. ' +
    'The client secret is stored encrypted; no command shows it.';
  if (webhook_secret === undefined) return note;
  return `${note} The webhook secret is shown only once.`;
}

/** Registers the command that turns a provider on or off whose accounts need only a key. */
function registerTurn(
  provider: CommandUnknownOpts,
  run: CommandRunner,
  state: 'on' | 'off',
): void {
  const consequence = {
    on: 'People can connect accounts of this type with a key of theirs.',
    off: 'People cannot connect accounts of this type. Existing connections stop importing.',
  }[state];
  const types = listKeyTypes().join(', ');
  provider
    .command(state)
    .description(
      `Turns a provider ${state} whose accounts people connect with a key: ${types}.`,
    )
    .argument(...typeArgument)
    .addHelpText(...formatExamples(`provider ${state} ${listKeyTypes()[0]}`))
    .action(
      run(async ({ table }, type) => {
        if (!isKeyType(type)) throw createFieldError('type', `must be one of ${types}`);
        await providerSettings.turn(table, type, state);
        return {
          data: { type, state },
          note: consequence,
          event: { name: `provider_turned_${state}`, provider: type },
        };
      }),
    );
}

function toKeyRow({ type, isOn, sync_minutes }: KeyRow) {
  const none = { client_id: null, extra_scopes: [], updated_datetime: null };
  const state = isOn ? 'on' : 'off';
  return { type, ...none, state, sync_minutes: sync_minutes ?? null };
}

type KeyRow = Awaited<ReturnType<typeof providerSettings.list>>['keys'][number];

function toRow(profile: ProviderClientProfile) {
  const { type, client_id, extra_scopes, updated_datetime } = profile;
  const { sync_minutes = null } = profile;
  return { type, client_id, extra_scopes, state: 'on', sync_minutes, updated_datetime };
}
