import * as z from 'zod/mini';
import { revocationPlaceholders } from '#functions/connections/provider/provider-revocations.ts';
import {
  connectionMethods,
  toDeviceId,
} from '#shared/reference-data/remote-connection-types.ts';
import {
  Flag,
  findProblems,
  HttpsUrl,
  matching,
  nullIfEmpty,
  type RowRule,
  requireNoProblems,
  SourceKey,
  Text,
} from './source.ts';

// The forms of cells. `member` is a member of a response, e.g. `status=0`.
const parameters = /^\w+=\w+(&\w+=\w+)*$/;
const revocation = /^(GET|POST|DELETE) https:\/\/[^\s/{]+\/\S*$/;
const revocationForm = /^\w+=[\w{}]+(&\w+=[\w{}]+)*$/;
const member = /^\w+=\w+$/;
const folder = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A row of data/providers.csv; data/README.md documents its columns. */
export const ProviderSource = z.strictObject({
  key: SourceKey,
  name: Text,
  device_manufacturer: Text,
  device_model: Text,
  records: Text,
  connection: z.enum(connectionMethods),
  retired: Flag,
  authorize_url: nullIfEmpty(HttpsUrl),
  authorize_parameters: nullIfEmpty(matching(parameters)),
  scopes: nullIfEmpty(Text),
  scope_separator: nullIfEmpty(z.literal('comma')),
  pkce: nullIfEmpty(z.literal('S256')),
  token_url: nullIfEmpty(HttpsUrl),
  refresh_url: nullIfEmpty(HttpsUrl),
  client_auth: nullIfEmpty(z.enum(['basic', 'body', 'query'])),
  revoke: nullIfEmpty(matching(revocation)),
  revoke_authorization: nullIfEmpty(z.enum(['bearer', 'basic'])),
  revoke_form: nullIfEmpty(matching(revocationForm)),
  revoke_nonce: nullIfEmpty(HttpsUrl),
  revoke_success: nullIfEmpty(matching(member)),
  sync: nullIfEmpty(matching(folder, 'must be the name of a folder')),
  note: nullIfEmpty(Text),
});
export type ProviderSource = z.infer<typeof ProviderSource>;

const getDeviceId = ({ device_manufacturer, device_model }: ProviderSource) =>
  toDeviceId({ manufacturer: device_manufacturer, model: device_model });

const placeholders: readonly string[] = revocationPlaceholders;
const placeholderNames = placeholders.map((name) => `{${name}}`).join(', ');

/** Returns whether all placeholders of a revocation are known. */
function hasKnownPlaceholders({ revoke, revoke_form }: ProviderSource): boolean {
  const used = [...`${revoke} ${revoke_form}`.matchAll(/\{(\w*)\}/g)];
  return used.every(([, name = '']) => placeholders.includes(name));
}

function hasRevocationForDetails(row: ProviderSource): boolean {
  const { revoke_authorization, revoke_form, revoke_success } = row;
  const details = [revoke_authorization, revoke_form, revoke_success];
  const hasDetails = details.some((detail) => detail !== null);
  return row.revoke !== null || !hasDetails;
}

function hasNonceForSignature({ revoke_form, revoke_nonce }: ProviderSource): boolean {
  const form = revoke_form ?? '';
  const isSigned = form.includes('{nonce}') && form.includes('{signature}');
  return isSigned === (revoke_nonce !== null);
}

function hasFormOnlyWithPost({ revoke, revoke_form }: ProviderSource): boolean {
  const isPost = revoke?.startsWith('POST ') ?? false;
  return revoke_form === null || isPost;
}

/** Workouts can be imported only by an OAuth 2 client that authenticates in a header or a body. */
function hasOAuthForSync(row: ProviderSource): boolean {
  const { sync, connection, retired, token_url, client_auth } = row;
  if (sync === null) return true;
  const canConnect = connection === 'oauth2' && !retired && token_url !== null;
  return canConnect && client_auth !== 'query';
}

/** The rows by the id of their device. */
type RowsByDevice = ReadonlyMap<string, readonly ProviderSource[]>;

const rules: readonly RowRule<ProviderSource, RowsByDevice>[] = [
  {
    problem: 'another provider has the same device',
    isMet: (row, rowsByDevice) => rowsByDevice.get(getDeviceId(row))?.length === 1,
  },
  {
    problem: 'it must have both or neither of authorize_url and token_url',
    isMet: ({ authorize_url, token_url }) =>
      (authorize_url === null) === (token_url === null),
  },
  {
    problem: 'it must have both or neither of token_url and client_auth',
    isMet: ({ token_url, client_auth }) =>
      (token_url === null) === (client_auth === null),
  },
  {
    problem: 'revoke_authorization, revoke_form and revoke_success need revoke',
    isMet: hasRevocationForDetails,
  },
  {
    problem:
      'sync needs oauth2 that is not retired, token_url, and basic or body as client_auth',
    isMet: hasOAuthForSync,
  },
  {
    problem:
      'revoke_nonce needs {nonce} and {signature} in revoke_form, and these need revoke_nonce',
    isMet: hasNonceForSignature,
  },
  {
    problem: 'revoke_form needs the method POST in revoke',
    isMet: hasFormOnlyWithPost,
  },
  {
    problem: `revoke and revoke_form may only use ${placeholderNames}`,
    isMet: hasKnownPlaceholders,
  },
];

/** Throws an error that lists every rule that the providers break. */
export function requireValidProviders(
  path: string,
  sources: readonly ProviderSource[],
): void {
  const rowsByDevice = Map.groupBy(sources, getDeviceId);
  requireNoProblems(path, findProblems(sources, rules, rowsByDevice));
}
