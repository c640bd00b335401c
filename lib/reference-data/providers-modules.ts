import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';
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
      importable: provider.sync !== null,
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

/** Renders the module that imports and lists the `provider.ts` of each provider. */
export function renderProviders(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): string {
  const importable = sortById(sources, ledger).filter(({ sync }) => sync !== null);
  const imports = importable.map(
    ({ key, sync }) => `import ${toName(key)} from './${sync}/provider.ts';`,
  );
  const type = `import type { Provider } from '../provider/provider.ts';`;
  return renderModule({
    source,
    imports: [type, ...imports.sort()].join('\n'),
    declaration: 'providers: readonly Provider[]',
    items: importable.map(({ key }) => toName(key)),
  });
}

/** Converts a key such as `google_health` to the name of a constant, e.g. `googleHealth`. */
function toName(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
