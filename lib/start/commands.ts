import type { Demonstration } from '../admin/demonstration.ts';
import type { LocalService } from '../local/service.ts';

type Urls = LocalService['urls'];

type DemonstrationAccess = Pick<
  Demonstration,
  'access_token' | 'client_id' | 'client_secret' | 'user_id'
>;

/** Returns every variable of the commands here and of the samples in the guides. */
export function listVariables(
  urls: Urls,
  { access_token, client_id, client_secret, user_id }: DemonstrationAccess,
  redirect_uri: string,
): Record<string, string> {
  return {
    BASE_URL: urls.main,
    AUTH_URL: urls.auth,
    DIARY_BASE_URL: urls.diary,
    ACCESS_TOKEN: access_token,
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
    USER_ID: user_id,
    REDIRECT_URI: redirect_uri,
  };
}

/** Formats the line that sets these variables in any POSIX shell. */
export function formatVariables(
  urls: Urls,
  demonstration: Demonstration,
  redirect_uri: string,
): string {
  const variables = listVariables(urls, demonstration, redirect_uri);
  const assignments = Object.entries(variables).map(
    ([name, value]) => `${name}=${value}`,
  );
  return ['export', ...assignments].join(' ');
}

// Options of curl, with variables that `formatVariables` sets.
const bearer = '-H "Authorization: Bearer $ACCESS_TOKEN"';
const identity = '-H "svc-client-id: $CLIENT_ID" -H "svc-user-id: $USER_ID"';
const credentials = '-d "client_id=$CLIENT_ID" -d "client_secret=$CLIENT_SECRET"';

/** Formats commands that create, list, rename and deactivate a data source, and list again. */
export function formatDataSourceCommands(): string[] {
  const list = formatCurl('"$BASE_URL/v7.1/data_source/"', bearer);
  const update = (value: object) =>
    formatCurl('"$BASE_URL$SOURCE"', bearer, '-X PUT', toBody(value));
  const watch = {
    name: 'My watch',
    _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] },
  };
  return [
    `${list} ${toBody(watch)}`,
    list,
    `SOURCE=$(${list} | grep -o '/v7.1/data_source/[0-9a-z]\\{36\\}/' | tail -1)`,
    update({ name: 'My other watch' }),
    update({ active: false }),
    list,
  ];
}

/** Formats commands that create a diary entry and get its day. */
export function formatDiaryCommands(): string[] {
  const date = '2026-11-20';
  const run = {
    type: 'exercise',
    date,
    exercise: { id: '1' },
    duration: 1800,
    energy: { unit: 'calories', value: 254.5 },
  };
  const diary = '"$DIARY_BASE_URL/v2/diary"';
  const day = `"$DIARY_BASE_URL/v2/diary?entry_date=${date}"`;
  return [
    formatCurl(diary, bearer, identity, toBody({ items: [run] })),
    formatCurl(day, bearer, identity),
  ];
}

/** Formats the command that sends a weight of this moment to the address of an inbox. */
export function formatInboxCommand(address: string, now: Date): string {
  const time = `${now.toISOString().slice(0, 19)}Z`;
  const weight = { type: 'weight', value: 80.1, unit: 'kg', time };
  return formatCurl(address, toBody(weight));
}

/** Formats commands that import a file of the repository, and get what happened to it. */
export function formatImportCommands(): string[] {
  const imports = '"$BASE_URL/v7.1/import/"';
  return [
    formatCurl(imports, bearer, '-F file=@examples/files/morning-run.gpx'),
    formatCurl(imports, bearer),
  ];
}

/** Formats the request for a token without a user. */
export function formatClientCredentials(): string {
  return formatTokenRequest('grant_type=client_credentials');
}

/** Formats commands that redeem a code, and then use the refresh token. */
export function formatCodeCommands(): string[] {
  const redeem = formatTokenRequest(
    'grant_type=authorization_code',
    'code=$CODE',
    'redirect_uri=$REDIRECT_URI',
  );
  return [
    `TOKENS=$(${redeem})`,
    'echo "$TOKENS"',
    `REFRESH_TOKEN=$(echo "$TOKENS" | grep -o 'fit_rt_[^"]*')`,
    formatTokenRequest('grant_type=refresh_token', 'refresh_token=$REFRESH_TOKEN'),
  ];
}

function formatTokenRequest(...fields: readonly string[]): string {
  const data = fields.map((field) => `-d "${field}"`);
  return formatCurl('"$BASE_URL/v7.1/oauth2/access_token/"', ...data, credentials);
}

function formatCurl(url: string, ...options: readonly string[]): string {
  return ["curl -sSw '\\n'", url, ...options].join(' ');
}

function toBody(value: object): string {
  return `-H 'Content-Type: application/json' -d '${JSON.stringify(value)}'`;
}
