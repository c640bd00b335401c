import * as z from 'zod/mini';
import { deviceId } from '#shared/reference-data/devices.ts';
import { revocationSlots } from '#shared/reference-data/provider-revocations.ts';
import { connections } from '#shared/reference-data/remote-connection-types.ts';
import { Flag, HttpsUrl, Key, orNull, Text } from './cells.ts';
import { refuse } from './source.ts';

/** A row of data/providers.csv; data/README.md says what its columns mean. */
export const ProviderSource = z.strictObject({
  key: Key,
  name: Text,
  device_manufacturer: Text,
  device_model: Text,
  records: Text,
  connection: z.enum(connections),
  retired: Flag,
  authorize_url: orNull(HttpsUrl),
  authorize_parameters: orNull(z.string().check(z.regex(/^\w+=\w+(&\w+=\w+)*$/))),
  scopes: orNull(Text),
  pkce: orNull(z.literal('S256')),
  token_url: orNull(HttpsUrl),
  refresh_url: orNull(HttpsUrl),
  client_auth: orNull(z.enum(['basic', 'body', 'query'])),
  revoke: orNull(z.string().check(z.regex(/^(GET|POST|DELETE) https:\/\/[^\s/{]+\/\S*$/))),
  revoke_authorization: orNull(z.enum(['bearer', 'basic'])),
  revoke_form: orNull(z.string().check(z.regex(/^\w+=[\w{}]+(&\w+=[\w{}]+)*$/))),
  revoke_success: orNull(z.string().check(z.regex(/^\w+=\w+$/))),
  note: orNull(Text),
});
export type ProviderSource = z.infer<typeof ProviderSource>;

const deviceOf = ({ device_manufacturer, device_model }: ProviderSource) =>
  deviceId({ manufacturer: device_manufacturer, model: device_model });

const slots: readonly string[] = revocationSlots;

/** What of a revocation contradicts itself, each with the sentence that says so. */
const revocationRules: readonly [(row: ProviderSource) => boolean, string][] = [
  [
    ({ revoke, revoke_authorization, revoke_form, revoke_success }) =>
      revoke !== null ||
      [revoke_authorization, revoke_form, revoke_success].every((cell) => cell === null),
    'what goes with revoke needs its method and address',
  ],
  [
    ({ revoke, revoke_form }) => revoke_form === null || (revoke?.startsWith('POST ') ?? false),
    'only a POST has a revoke_form',
  ],
  [
    ({ revoke, revoke_form }) =>
      [...`${revoke} ${revoke_form}`.matchAll(/\{(\w*)\}/g)].every(([, slot = '']) =>
        slots.includes(slot),
      ),
    `revoke and revoke_form may be filled with ${slots.map((slot) => `{${slot}}`).join(', ')} only`,
  ],
];

/** Throws an error that names every provider that is not as it must be, and why. */
export function checkProviders(sources: readonly ProviderSource[]): void {
  const sharing = Map.groupBy(sources, deviceOf);
  refuse(
    sources.flatMap((row) => [
      ...(sharing.get(deviceOf(row))?.length === 1
        ? []
        : [`${row.key}: another provider has the same device`]),
      ...((row.authorize_url === null) === (row.token_url === null)
        ? []
        : [`${row.key}: authorize_url and token_url go together`]),
      ...((row.token_url === null) === (row.client_auth === null)
        ? []
        : [`${row.key}: client_auth says how the token_url is called, and goes with it`]),
      ...revocationRules
        .filter(([holds]) => !holds(row))
        .map(([, complaint]) => `${row.key}: ${complaint}`),
    ]),
  );
}
