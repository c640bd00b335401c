import type { ProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import type { ProviderRevocation } from '#functions/connections/provider/provider-revocations.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type Ledger, sortById } from './ledger.ts';
import { renderModule, toLiteral } from './module-text.ts';
import type { ProviderSource } from './remote-connection-types.ts';

const source = 'data/providers.csv';

/** Renders the module of the remote connection types, in the order of their ids. */
export function renderRemoteConnectionTypes(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): string {
  const types = sortById(sources, ledger).map(
    (provider): RemoteConnectionType => ({
      id: String(ledger.getId(provider.key)),
      type: provider.key,
      name: provider.name,
      device: {
        manufacturer: provider.device_manufacturer,
        model: provider.device_model,
      },
      records: provider.records,
      connection: provider.connection,
      retired: provider.retired,
    }),
  );
  return renderModule({
    source,
    imports: `import type { RemoteConnectionType } from './remote-connection-types.ts';`,
    declaration: 'remoteConnectionTypes: readonly RemoteConnectionType[]',
    items: types.map(toLiteral),
  });
}

/**
 * Renders the module of the revocation requests, which only the function that sends them contains.
 */
export function renderProviderRevocations(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): string {
  const providers = sortById(sources, ledger);
  const revocations = providers.flatMap((provider) => toRevocation(provider) ?? []);
  return renderModule({
    source,
    imports: `import type { ProviderRevocation } from './provider-revocations.ts';`,
    declaration: 'providerRevocations: readonly ProviderRevocation[]',
    items: revocations.map(toLiteral),
  });
}

/** Returns the revocation request of a provider, or undefined if it has none. */
function toRevocation(provider: ProviderSource): ProviderRevocation | undefined {
  const [method, url] = provider.revoke?.split(' ') ?? [];
  if (!method || !url) return undefined;
  return compact({
    type: provider.key,
    method: method as ProviderRevocation['method'],
    url,
    authorization: provider.revoke_authorization ?? undefined,
    form: provider.revoke_form ?? undefined,
    nonce_url: provider.revoke_nonce ?? undefined,
    success: provider.revoke_success ?? undefined,
    refresh: needsAccessToken(provider) ? toRefresh(provider) : undefined,
  });
}

/** Returns whether a revocation contains an access token, which may have to be refreshed first. */
function needsAccessToken({
  revoke,
  revoke_form,
  revoke_authorization,
}: ProviderSource): boolean {
  return (
    revoke_authorization === 'bearer' ||
    `${revoke}${revoke_form}`.includes('{access_token}')
  );
}

/** Returns the endpoint that refreshes a token, or undefined if the service cannot call it. */
function toRefresh(provider: ProviderSource): ProviderRevocation['refresh'] {
  const { client_auth, refresh_url, token_url } = provider;
  const url = refresh_url ?? token_url;
  if (!url || (client_auth !== 'basic' && client_auth !== 'body')) return undefined;
  return { url, client_auth };
}

/** Lists the providers whose workouts can be imported, in the order of their ids. */
function listImportable(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): ProviderSource[] {
  return sortById(sources, ledger).filter(({ sync }) => sync !== null);
}

/** Renders the module of the OAuth endpoints of the providers whose workouts can be imported. */
export function renderProviderOAuth(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): string {
  const importable = listImportable(sources, ledger);
  return renderModule({
    source,
    imports: `import type { ProviderOAuth } from './provider-oauth.ts';`,
    declaration: 'providerOAuthRows: readonly ProviderOAuth[]',
    items: importable.map(toProviderOAuth).map(toLiteral),
  });
}

function toProviderOAuth(provider: ProviderSource): ProviderOAuth {
  const scope_separator: ProviderOAuth['scope_separator'] =
    provider.scope_separator === 'comma' ? ',' : ' ';
  // The third method, `query`, is rejected for providers whose workouts are imported.
  const client_auth: ProviderOAuth['client_auth'] =
    provider.client_auth === 'basic' ? 'basic' : 'body';
  return compact({
    type: provider.key,
    authorize_url: provider.authorize_url ?? '',
    authorize_parameters: provider.authorize_parameters ?? undefined,
    scopes: provider.scopes ?? undefined,
    scope_separator,
    pkce: provider.pkce ?? undefined,
    token_url: provider.token_url ?? '',
    refresh_url: provider.refresh_url ?? undefined,
    client_auth,
  });
}

/** Renders the module that imports and lists the `provider.ts` of each provider. */
export function renderProviders(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): string {
  const importable = listImportable(sources, ledger);
  const type = `import type { Provider } from '../provider/provider.ts';`;
  return renderModule({
    source,
    imports: [type, ...listImports(importable, 'provider.ts')].join('\n'),
    declaration: 'providers: readonly Provider[]',
    items: importable.map(({ key }) => toName(key)),
  });
}

/** Renders the module that imports and lists the `webhook.ts` of each provider. */
export function renderWebhooks(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): string {
  const importable = listImportable(sources, ledger);
  const type = `import type { ReceiveWebhook } from '../provider/webhook.ts';`;
  return renderModule({
    source,
    imports: [type, ...listImports(importable, 'webhook.ts')].join('\n'),
    declaration: 'webhooks: readonly { type: string; receive: ReceiveWebhook }[]',
    items: importable.map(({ key }) => `{ type: '${key}', receive: ${toName(key)} }`),
  });
}

/** Lists the imports of a file of each provider. */
function listImports(providers: readonly ProviderSource[], file: string): string[] {
  const imports = providers.map(
    ({ key, sync }) => `import ${toName(key)} from './${sync}/${file}';`,
  );
  return imports.sort();
}

/** Converts a key such as `google_health` to the name of a constant, e.g. `googleHealth`. */
function toName(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
