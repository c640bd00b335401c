import { styleText } from 'node:util';
import type { Demonstration } from '../admin/demonstration.ts';
import type { LocalService } from '../local/service.ts';
import { alignColumns } from '../terminal/columns.ts';

type Urls = LocalService['urls'];

/** Formats what `npm start` prints: addresses, the demonstration account and example commands. */
export function formatAnnouncement(
  urls: Urls,
  data: string,
  demonstration: Demonstration | undefined,
): string {
  const addresses = alignColumns([...Object.entries(urls), ['data', data]]);
  const lines = [
    '',
    ...formatSection('The fitness data service on this machine', addresses),
  ];
  if (demonstration)
    lines.push(
      ...formatAccount(demonstration),
      ...formatApplication(urls, demonstration),
      ...formatExamples(urls, demonstration),
    );
  else
    lines.push(
      'The demonstration account is disabled. Delete the data to create it again.',
      '',
    );
  return lines.join('\n');
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

function formatApplication({ auth }: Urls, demonstration: Demonstration): string[] {
  const { client_id, client_secret, redirect_uri, expires_datetime } = demonstration;
  const query = new URLSearchParams({ client_id, response_type: 'code', redirect_uri });
  const rows = [
    ['client id', client_id],
    ['client secret', client_secret],
    ['redirect URI', `${redirect_uri} (at any port)`],
    ['authorize', `${auth}/v7.1/oauth2/authorize/?${query}`],
    ['access token', `below, until ${expires_datetime.slice(0, 10)}`],
  ];
  return formatSection('Demonstration application', alignColumns(rows));
}

/** Formats commands for any POSIX shell. They use only variables that earlier commands set. */
function formatExamples({ main }: Urls, demonstration: Demonstration): string[] {
  const { access_token, client_id, client_secret } = demonstration;
  const sources = `${main}/v7.1/data_source/`;
  const list = formatCurl(sources, bearer);
  const update = (value: object) =>
    formatCurl(`"${main}$SOURCE"`, bearer, '-X PUT', toBody(value));
  const watch = {
    name: 'My watch',
    _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
  };
  const sourceLines = [
    `TOKEN=${access_token}`,
    formatCurl(sources, bearer, toBody(watch)),
    list,
    `SOURCE=$(${list} | grep -o '/v7.1/data_source/[0-9a-z]\\{36\\}/' | tail -1)`,
    update({ name: 'My other watch' }),
    update({ active: false }),
    list,
  ];

  const credentials = `-d client_id=${client_id} -d client_secret=${client_secret}`;
  const grant = `-d grant_type=client_credentials ${credentials}`;
  const tokenLine = formatCurl(`${main}/v7.1/oauth2/access_token/`, grant);
  return [
    ...formatSection(
      'Create a data source, list all, rename it, deactivate it, and list again',
      sourceLines,
    ),
    ...formatSection('Get a token for the application itself', [tokenLine]),
  ];
}

const bearer = '-H "Authorization: Bearer $TOKEN"';

function formatCurl(url: string, ...options: string[]): string {
  return ["curl -sSw '\\n'", url, ...options].join(' ');
}

function toBody(value: object): string {
  return `-H 'Content-Type: application/json' -d '${JSON.stringify(value)}'`;
}
