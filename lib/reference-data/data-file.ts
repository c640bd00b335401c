import { inspect } from 'node:util';
import type { SpeedMets } from '#shared/reference-data/activity-types.ts';
import type { ProviderRevocation } from '#shared/reference-data/provider-revocations.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';
import type { ActivityTypeSource } from './activity-types.ts';
import type { ProviderSource } from './remote-connection-types.ts';

type IdOf = (key: string) => number;

/** A value as it is written in a program, on one line. */
const literal = (value: unknown) =>
  inspect(value, { breakLength: Infinity, compact: true, depth: null, maxArrayLength: null });

const head = (source: string) =>
  `// Made from ${source} by \`npm run catalogues\`: change that, never this.`;

const list = (declaration: string, items: readonly string[]) => [
  `${declaration} = [`,
  ...items.map((item) => `  ${item},`),
  '];',
];

const lines = (...parts: readonly string[]) => `${parts.join('\n')}\n`;

/** Names each table of speeds, which many types share, so that it is spelled out once. */
function speedTables(sources: readonly ActivityTypeSource[]) {
  const texts = [...new Set(sources.map(({ mets_speed }) => literal(mets_speed)))].filter(
    (text) => text !== '[]',
  );
  return {
    nameOf: (speeds: readonly SpeedMets[]) =>
      speeds.length > 0 ? `speeds${texts.indexOf(literal(speeds)) + 1}` : '[]',
    constants: texts.map((text, i) => `const speeds${i + 1}: readonly SpeedMets[] = ${text};`),
  };
}

/** The module of the activity types, in the order of their ids. */
export function activityTypesModule(sources: readonly ActivityTypeSource[], idOf: IdOf): string {
  const { nameOf, constants } = speedTables(sources);
  const tuple = (type: ActivityTypeSource) => {
    const cells = [
      literal(idOf(type.key)),
      literal(type.key),
      literal(type.parent === null ? null : idOf(type.parent)),
      literal(type.name),
      literal(type.short_name),
      literal(type.mets),
      nameOf(type.mets_speed),
      literal(type.location_aware),
      literal(type.import_only),
      literal(type.user_action_past),
      literal(type.user_action_present),
      literal(type.activities_are),
    ];
    return `[${cells.join(', ')}]`;
  };
  const inOrder = sources.toSorted((one, other) => idOf(one.key) - idOf(other.key));
  return lines(
    head('data/activities.csv'),
    `import type { ActivityTypeRow, SpeedMets } from './activity-types.ts';`,
    '',
    ...constants,
    '',
    ...list('export const activityTypeRows: readonly ActivityTypeRow[]', inOrder.map(tuple)),
  );
}

const inOrder = (sources: readonly ProviderSource[], idOf: IdOf) =>
  sources.toSorted((one, other) => idOf(one.key) - idOf(other.key));

/** The module of the remote connection types, in the order of their ids. */
export function remoteConnectionTypesModule(
  sources: readonly ProviderSource[],
  idOf: IdOf,
): string {
  const types = inOrder(sources, idOf).map(
    (source): RemoteConnectionType => ({
      id: String(idOf(source.key)),
      type: source.key,
      name: source.name,
      device: { manufacturer: source.device_manufacturer, model: source.device_model },
      records: source.records,
      connection: source.connection,
      retired: source.retired,
    }),
  );
  return lines(
    head('data/providers.csv'),
    `import type { RemoteConnectionType } from './remote-connection-types.ts';`,
    '',
    ...list(
      'export const remoteConnectionTypes: readonly RemoteConnectionType[]',
      types.map(literal),
    ),
  );
}

/** The provider's own revocation as its row states it; undefined where it has none. */
function revocationOf(source: ProviderSource): ProviderRevocation | undefined {
  const {
    key: type,
    revoke,
    revoke_authorization,
    revoke_form,
    revoke_success,
    client_auth,
  } = source;
  const [method, url] = revoke?.split(' ') ?? [];
  if (!method || !url) return undefined;
  const needsAccessToken =
    revoke_authorization === 'bearer' || `${revoke}${revoke_form}`.includes('{access_token}');
  const refreshUrl = source.refresh_url ?? source.token_url;
  return {
    type,
    method: method as ProviderRevocation['method'],
    url,
    ...(revoke_authorization && { authorization: revoke_authorization }),
    ...(revoke_form && { form: revoke_form }),
    ...(revoke_success && { success: revoke_success }),
    ...(needsAccessToken &&
      refreshUrl &&
      (client_auth === 'basic' || client_auth === 'body') && {
        refresh: { url: refreshUrl, client_auth },
      }),
  };
}

/** The module of the providers' revocations, which only the function that calls them carries. */
export function providerRevocationsModule(sources: readonly ProviderSource[], idOf: IdOf): string {
  const revocations = inOrder(sources, idOf)
    .map(revocationOf)
    .filter((revocation) => revocation !== undefined);
  return lines(
    head('data/providers.csv'),
    `import type { ProviderRevocation } from './provider-revocations.ts';`,
    '',
    ...list(
      'export const providerRevocations: readonly ProviderRevocation[]',
      revocations.map(literal),
    ),
  );
}
