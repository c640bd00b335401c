import type { ProviderRevocation } from '#shared/reference-data/provider-revocations.ts';
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
    success: provider.revoke_success ?? undefined,
    refresh: needsAccessToken(provider) ? toRefresh(provider) : undefined,
  });
}

/** Tells whether a revocation contains an access token, which may have to be refreshed first. */
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

function toRefresh(provider: ProviderSource): ProviderRevocation['refresh'] {
  const { client_auth, refresh_url, token_url } = provider;
  const url = refresh_url ?? token_url;
  if (!url || (client_auth !== 'basic' && client_auth !== 'body')) return undefined;
  return { url, client_auth };
}
