import { styleText } from 'node:util';
import type { Demonstration } from '../admin/demonstration.ts';
import type { LocalService } from '../local/service.ts';
import { alignColumns } from '../terminal/columns.ts';
import {
  formatClientCredentials,
  formatCodeCommands,
  formatDataSourceCommands,
  formatDiaryCommands,
  formatImportCommands,
  formatInboxCommand,
  formatVariables,
} from './commands.ts';
import { sampleTypeId } from './sample-provider.ts';

type Urls = LocalService['urls'];

/** The demonstration, while the page that receives the codes of its application runs. */
interface RunningDemonstration extends Demonstration {
  /** The redirect URI of the application, with the port of that page. */
  callback_uri: string;
  /** When it is printed: the time of the weight in the command for the inbox. */
  now: Date;
}

/** Formats what `npm start` prints: addresses, the demonstration account and commands to paste. */
export function formatAnnouncement(
  urls: Urls,
  data: string,
  demonstration: RunningDemonstration | undefined,
): string {
  const rows = [...listPages(urls), ...Object.entries(urls), ['data', data]];
  const addresses = formatSection(
    'The fitness data service on this machine',
    alignColumns(rows),
  );
  const demonstrationLines = demonstration
    ? formatDemonstration(urls, demonstration)
    : ['The demonstration account is disabled. Delete the data to create it again.', ''];
  return ['', ...addresses, ...demonstrationLines].join('\n');
}

/** The pages with which people and developers start. */
function listPages({ main, auth }: Pick<Urls, 'main' | 'auth'>): string[][] {
  const account = `${auth}/v7.1/oauth2/account/`;
  return [
    ['documentation', `${main}/v7.1/docs/`],
    ['account page', account],
    ['phones', `${account}phones/`],
  ];
}

function formatDemonstration(urls: Urls, demonstration: RunningDemonstration): string[] {
  const variables = formatVariables(urls, demonstration, demonstration.callback_uri);
  return [
    ...formatAccount(demonstration),
    ...formatApplication(urls, demonstration),
    ...formatSection(
      'Connect the sample provider, and see made-up workouts in the diary',
      [`${urls.main}/v7.1/remoteconnectiontype/${sampleTypeId}/connect/`],
    ),
    ...formatInbox(urls, demonstration),
    ...formatSection('Set the variables of these commands and of the guides', [
      variables,
    ]),
    ...formatSection(
      'Create a data source, list all, rename it, deactivate it, and list again',
      formatDataSourceCommands(),
    ),
    ...formatSection('Add a run to the diary, and get its day', formatDiaryCommands()),
    ...formatSection(
      'Import the file of a run, and list imports',
      formatImportCommands(),
    ),
    ...formatSection('Get a token for the application itself', [
      formatClientCredentials(),
    ]),
    ...formatSection(
      'Redeem the code that the authorize URL leads to, and refresh the token',
      ['CODE=...', ...formatCodeCommands()],
    ),
  ];
}

/** Formats the address of the inbox, which has its secret, and a line that works with it. */
function formatInbox(
  { main, auth }: Urls,
  { inbox_secret, now }: RunningDemonstration,
): string[] {
  if (inbox_secret === undefined) return [];
  const address = `${main}/v7.1/inbox/${inbox_secret}/`;
  const rows = [
    ['inbox', address],
    ['body', `${auth}/v7.1/oauth2/account/data/body/`],
  ];
  return formatSection('Send a weight to the inbox, and see it on the page Body', [
    ...alignColumns(rows),
    formatInboxCommand(address, now),
  ]);
}

function formatSection(title: string, lines: readonly string[]): string[] {
  const indented = lines.map((line) => `  ${line}`);
  return [styleText('bold', title), ...indented, ''];
}

function formatAccount({ email, password, user_id }: Demonstration): string[] {
  const rows = [
    ['email', email],
    ['password', password],
    ['user id', user_id],
  ];
  return formatSection('Demonstration account', alignColumns(rows));
}

function formatApplication(
  { auth }: Urls,
  demonstration: RunningDemonstration,
): string[] {
  const { client_id, client_secret, callback_uri, expires_datetime } = demonstration;
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: callback_uri,
  });
  const rows = [
    ['client id', client_id],
    ['client secret', client_secret],
    ['redirect URI', `${callback_uri} (any port is valid)`],
    ['authorize', `${auth}/v7.1/oauth2/authorize/?${query}`],
    ['access token', `below, until ${expires_datetime.slice(0, 10)}`],
  ];
  return formatSection('Demonstration application', alignColumns(rows));
}

/** Formats what `npm start` prints for a service behind a proxy. It shows no secret. */
export function formatPublicAnnouncement(
  { urls, listeningUrls }: Pick<LocalService, 'urls' | 'listeningUrls'>,
  data: string,
): string {
  const names = ['main', 'auth', 'diary', 'cdn', 'mcp'] as const;
  const addresses = names.map((name) => [
    name,
    urls[name],
    `proxy to ${listeningUrls[name]}`,
  ]);
  return [
    '',
    ...formatSection(
      'The fitness data service',
      alignColumns([...listPages(urls), ...addresses, ['data', data]]),
    ),
    'Create users and applications with npm run admin -- --help; see docs/self-hosting.md.',
    '',
  ].join('\n');
}
