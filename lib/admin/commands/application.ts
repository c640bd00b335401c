import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import { type Client, type GrantType, grantTypes } from '#functions/auth/client/client.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type CommandRunner, revocationDelay } from '../command.ts';
import { addCommandGroup, formatExamples } from '../program.ts';

/** Adds the commands that manage applications. */
export function addApplicationCommands(program: CommandUnknownOpts, run: CommandRunner): void {
  const application = addCommandGroup(
    program,
    'application',
    'Manages applications, which users can authorize.',
  );
  addCreate(application, run);
  addList(application, run);
  addDisable(application, run);
  addRotateSecret(application, run);
}

function addCreate(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('create')
    .description('Registers an application and shows its secret.')
    .argument('<name>', 'name that users see on the consent page')
    .option(
      '--redirect-uri <uri>',
      'redirect URI: https, or http on this machine (repeatable)',
      collect,
    )
    .addOption(
      new Option('--grant <type>', 'grant type (repeatable; default: all)')
        .choices(grantTypes)
        .argParser(collectGrantType),
    )
    .option('--native', 'installed app: any loopback port, private-use schemes, PKCE required')
    .option('--pkce-required', 'reject authorization requests without PKCE')
    .addHelpText(
      'after',
      formatExamples([
        "application create 'Trail Maps' --redirect-uri https://trails.example/callback",
        "application create 'Trail Maps' --redirect-uri com.example.trails:/callback --native",
        "application create 'Nightly report' --grant client_credentials",
      ]),
    )
    .action(
      run(async ({ table, now }, name, options) => {
        const registration = compact({
          name,
          redirect_uris: options.redirectUri ?? [],
          grant_types: options.grant,
          native: options.native ?? false,
          pkce_required: options.pkceRequired,
        });
        const created = await clients.create(table, registration, now);
        const { client: application, client_secret } = created;
        return {
          data: { ...toRow(application, now), client_secret },
          note: secretNote,
          event: { name: 'application_created', client_id: application.client_id },
        };
      }),
    );
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function collectGrantType(value: string, previous: GrantType[] = []): GrantType[] {
  const type = grantTypes.find((grantType) => grantType === value);
  if (!type) throw new InvalidArgumentError(`Allowed choices are ${grantTypes.join(', ')}.`);
  return [...previous, type];
}

const secretNote = 'The secret is shown only once: the service stores its digest.';

function addList(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('list')
    .description('Lists all applications in the order of their registration.')
    .addHelpText('after', formatExamples(['application list', 'application list --json']))
    .action(
      run(async ({ table, now }) => {
        const found = await clients.list(table);
        return {
          data: found.map((application) => toRow(application, now)),
          columns: ['client_id', 'name', 'created_datetime', 'disabled_datetime', 'redirect_uris'],
        };
      }),
    );
}

function addDisable(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('disable')
    .description('Disables an application and revokes its tokens.')
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application disable ${exampleId}`]))
    .action(
      run(async ({ table, now }, client_id) => {
        const disabled = await clients.disable(table, client_id, now);
        if (!disabled) throw applicationNotFound(client_id);
        return {
          data: toRow(disabled, now),
          note: `${revocationDelay} Then repeat the command: it revokes tokens issued meanwhile.`,
          event: { name: 'application_disabled', client_id },
        };
      }),
    );
}

function addRotateSecret(application: CommandUnknownOpts, run: CommandRunner): void {
  application
    .command('rotate-secret')
    .description('Gives an application a new secret. The old one works for 24 more hours.')
    .argument('<client-id>', 'client id of the application')
    .addHelpText('after', formatExamples([`application rotate-secret ${exampleId}`]))
    .action(
      run(async ({ table, now }, client_id) => {
        const rotated = await clients.rotateSecret(table, client_id, now);
        if (!rotated) throw applicationNotFound(client_id);
        const { client: application, client_secret } = rotated;
        return {
          data: { ...toRow(application, now), client_secret },
          note: secretNote,
          event: { name: 'secret_rotated', client_id },
        };
      }),
    );
}

const exampleId = '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y';

const applicationNotFound = (id: string) => serviceError('not_found', { kind: 'application', id });

function toRow(application: Client, now: Date) {
  const { client_id, name, created_datetime, disabled_datetime = null } = application;
  const { native, pkce_required, secrets, grant_types, redirect_uris } = application;
  const liveSecrets = secrets.filter((secret) => isLive(secret, now));
  return {
    client_id,
    name,
    created_datetime,
    disabled_datetime,
    native,
    pkce_required,
    live_secrets: liveSecrets.length,
    grant_types,
    redirect_uris,
  };
}

const isLive = ({ expires_datetime }: Client['secrets'][number], now: Date) =>
  expires_datetime === undefined || expires_datetime > now.toISOString();
