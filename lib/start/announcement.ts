import { styleText } from 'node:util';
import type { Demonstration } from '../admin/demonstration.ts';
import type { LocalService } from '../local/service.ts';
import { alignColumns } from '../terminal/columns.ts';

type Urls = LocalService['urls'];

const titled = (title: string, lines: readonly string[]) => [
  styleText('bold', title),
  ...lines.map((line) => `  ${line}`),
  '',
];

/** What a developer is told at the start: where everything is, who may use it, and lines to paste into a shell. */
export function announcement(
  urls: Urls,
  data: string,
  demonstration: Demonstration | undefined,
): string {
  const places = alignColumns([...Object.entries(urls), ['data', data]]);
  return [
    '',
    ...titled('The fitness data service on this machine', places),
    ...(demonstration
      ? [...accountLines(urls, demonstration), ...trialLines(urls, demonstration)]
      : ['The demonstration account is disabled; remove the data to begin anew.', '']),
  ].join('\n');
}

function accountLines(urls: Urls, demonstration: Demonstration): string[] {
  const { email, password, user_id, client_id, client_secret, redirect_uri, expires_datetime } =
    demonstration;
  const query = new URLSearchParams({ client_id, response_type: 'code', redirect_uri });
  return [
    ...titled(
      'Demonstration account',
      alignColumns([
        ['e-mail', email],
        ['password', password],
        ['user id', user_id],
      ]),
    ),
    ...titled(
      'Demonstration application',
      alignColumns([
        ['client id', client_id],
        ['client secret', client_secret],
        ['redirect URI', `${redirect_uri} (at any port)`],
        ['authorize', `${urls.auth}/v7.1/oauth2/authorize/?${query}`],
        ['access token', `below, until ${expires_datetime.slice(0, 10)}`],
      ]),
    ),
  ];
}

/** Lines for any POSIX shell; none depends on more than the variables that are set above it. */
function trialLines(
  { main }: Urls,
  { access_token, client_id, client_secret }: Demonstration,
): string[] {
  const sources = `${main}/v7.1/data_source/`;
  const call = (url: string, ...options: string[]) =>
    ["curl -sSw '\\n'", url, ...options].join(' ');
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const json = (value: object) =>
    `-H 'Content-Type: application/json' -d '${JSON.stringify(value)}'`;
  const change = (value: object) => call(`"${main}$SOURCE"`, bearer, '-X PUT', json(value));
  const list = call(sources, bearer);
  const watch = {
    name: 'My watch',
    _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
  };
  const grant = `-d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret}`;
  return [
    ...titled('Create a data source, list all, rename it, deactivate it, and list again', [
      `TOKEN=${access_token}`,
      call(sources, bearer, json(watch)),
      list,
      `SOURCE=$(${list} | grep -o '/v7.1/data_source/[0-9a-z]\\{36\\}/' | tail -1)`,
      change({ name: 'My other watch' }),
      change({ active: false }),
      list,
    ]),
    ...titled('Get a token for the application itself', [
      call(`${main}/v7.1/oauth2/access_token/`, grant),
    ]),
  ];
}
