import {
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import {
  type Client,
  type GrantType,
  grantTypes,
} from '#functions/auth/client/client.ts';
import {
  type RemovableMember,
  updateClient,
} from '#functions/auth/client/client-update.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type CommandRunner, secretNote } from '../command.ts';
import {
  clientIdArgument,
  createFieldError,
  requireChanged,
  toApplicationRow,
} from '../find.ts';
import { parseScopes } from '../options.ts';
import { collect, exampleId, formatExamples } from '../program.ts';

const homePageOption = [
  '--home-page <url>',
  'https URL of its home page, for the consent page',
] as const;
const privacyPageOption = [
  '--privacy-page <url>',
  'https URL of its privacy policy, for the consent page',
] as const;
const defaultScopesOption = [
  '--default-scopes <scopes>',
  'scopes of a request that names none (default: those of --scopes, or else read)',
] as const;
const contactOption = [
  '--contact <email>',
  'mail address of its developers, for mail about its webhooks',
] as const;
const logoutOption = [
  '--post-logout-redirect-uri <uri>',
  'where people can continue after they have signed out (repeatable)',
] as const;
const ownOption = [
  '--own',
  'it is yours: it sees everything that its scopes allow, whatever the terms of providers say',
] as const;
const nameText = 'name that users see on the consent page';

/** Registers the command that registers an application. */
export function registerCreate(
  application: CommandUnknownOpts,
  run: CommandRunner,
): void {
  application
    .command('create')
    .description('Registers an application, and shows its secret if it has one.')
    .argument('<name>', nameText)
    .option(
      '--redirect-uri <uri>',
      'redirect URI: https, or http on a loopback address (repeatable)',
      collect,
    )
    .option(...logoutOption, collect)
    .addOption(
      // `choices` adds the types to the help only: `argParser` replaces its check.
      new Option('--grant <type>', 'grant type (repeatable; default: all)')
        .choices(grantTypes)
        .argParser(collectGrantType),
    )
    .addOption(
      new Option(
        '--public',
        'browser or phone app: no secret, PKCE required, any loopback port and private-use schemes',
      ).conflicts(['grant', 'native']),
    )
    .option(
      '--native',
      'installed app: any loopback port, private-use schemes, PKCE required',
    )
    .option(
      '--scopes <scopes>',
      'scopes that the application may request (default: read, and those of a sign-in)',
      parseScopes,
    )
    .option(...defaultScopesOption, parseScopes)
    .option(...homePageOption)
    .option(...privacyPageOption)
    .option(...contactOption)
    .option(...ownOption)
    .option('--pkce-required', 'reject authorization requests without PKCE')
    .addHelpText(
      ...formatExamples(
        "application create 'Trail Maps' --redirect-uri https://trails.example/callback",
        "application create 'Trail Maps' --redirect-uri com.example.trails:/callback --native",
        "application create 'Ride viewer' --redirect-uri https://ride.example/ --public",
        "application create 'Ride map' --redirect-uri https://map.example/ " +
          '--default-scopes diary.read',
        "application create 'Nightly report' --grant client_credentials",
        "application create 'Club wiki' --redirect-uri https://wiki.example/callback " +
          '--scopes openid,profile,email',
      ),
    )
    .action(
      run(async ({ table, now }, name, options) => {
        const common = compact({
          name,
          redirect_uris: options.redirectUri ?? [],
          post_logout_redirect_uris: options.postLogoutRedirectUri,
          scopes: options.scopes,
          default_scopes: options.defaultScopes,
          own: options.own,
          client_uri: options.homePage,
          policy_uri: options.privacyPage,
          contact: options.contact,
        });
        const registration = compact({
          ...common,
          grant_types: options.grant,
          native: options.native ?? false,
          pkce_required: options.pkceRequired,
        });
        const created: { client: Client; client_secret?: string } = options.public
          ? { client: await clients.createPublic(table, common, now) }
          : await clients.create(table, registration, now);

        const { client, client_secret } = created;
        const { client_id } = client;
        return {
          data: compact({ ...toApplicationRow(client, now), client_secret }),
          note: client_secret
            ? secretNote
            : 'The application has no secret. It uses PKCE.',
          event: { name: 'client_created', client_id, code: toOwnerCode(options) },
        };
      }),
    );
}

function collectGrantType(value: string, previous: GrantType[] = []): GrantType[] {
  const type = grantTypes.find((grantType) => grantType === value);
  if (!type)
    throw new InvalidArgumentError(`Allowed choices are ${grantTypes.join(', ')}.`);
  return [...previous, type];
}

/** Registers the command that changes an application. */
export function registerUpdate(
  application: CommandUnknownOpts,
  run: CommandRunner,
): void {
  application
    .command('update')
    .description('Changes an application. Everything without an option stays unchanged.')
    .argument(...clientIdArgument)
    .option('--name <name>', nameText)
    .option('--redirect-uri <uri>', 'replaces all redirect URIs (repeatable)', collect)
    .option(...logoutOption, collect)
    .option('--no-post-logout-redirect-uri', 'people continue here after they sign out')
    .option(
      '--scopes <scopes>',
      'scopes that the application may request from now on',
      parseScopes,
    )
    .option(...defaultScopesOption, parseScopes)
    .option(...homePageOption)
    .option('--no-home-page', 'remove the home page')
    .option(...privacyPageOption)
    .option('--no-privacy-page', 'remove the privacy policy')
    .option(...contactOption)
    .option('--no-contact', 'remove the mail address of its developers')
    .option(...ownOption)
    .option('--no-own', 'it belongs to somebody else')
    .addHelpText(
      ...formatExamples(
        `application update ${exampleId} --name 'Trail Maps 2'`,
        `application update ${exampleId} --redirect-uri https://trails.example/callback`,
        `application update ${exampleId} --privacy-page https://trails.example/privacy`,
        `application update ${exampleId} --own`,
      ),
    )
    .action(
      run(async ({ table, now }, client_id, options) => {
        if (Object.keys(options).length === 0)
          throw createFieldError('options', 'must have at least one change; see --help');

        const { name, redirectUri: redirect_uris, scopes } = options;
        const { defaultScopes: default_scopes } = options;
        // An option that removes its value is `false`.
        const { homePage, privacyPage, contact, own, postLogoutRedirectUri } = options;
        const pages = {
          client_uri: homePage === false ? undefined : homePage,
          policy_uri: privacyPage === false ? undefined : privacyPage,
          contact: contact === false ? undefined : contact,
          post_logout_redirect_uris: postLogoutRedirectUri || undefined,
        };
        const remove: RemovableMember[] = [];
        if (own === false) remove.push('own');
        if (homePage === false) remove.push('client_uri');
        if (privacyPage === false) remove.push('policy_uri');
        if (contact === false) remove.push('contact');
        if (postLogoutRedirectUri === false) remove.push('post_logout_redirect_uris');

        const set = compact({
          name,
          redirect_uris,
          scopes,
          default_scopes,
          own: own || undefined,
          ...pages,
        });
        const updated = await updateClient(table, client_id, { set, remove });
        const client = await requireChanged(table, updated, client_id);
        return {
          data: toApplicationRow(client, now),
          note: 'Users see the change at the next authorization.',
          event: { name: 'client_updated', client_id, code: toOwnerCode(options) },
        };
      }),
    );
}

/** Returns whose application an operator has said it is, for the audit log. */
function toOwnerCode({ own }: { own?: boolean }): string | undefined {
  if (own === undefined) return undefined;
  return own ? 'own' : 'third_party';
}
