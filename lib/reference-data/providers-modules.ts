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

/** A list of what one file of each provider's folder exports. */
interface ProviderRegistry {
  /** The file of the folder, e.g. `webhook.ts`. */
  file: string;
  /** The import of the type of the list. */
  typeImport: string;
  declaration: string;
  /** Returns an item of the list from the type and the imported name of a provider. */
  toItem: (type: string, name: string) => string;
  /** Whether it has only the providers at which we need a client. */
  needsClient?: true;
}

/** The registries, by their modules in the folder of the providers. */
const registries: Readonly<Record<string, ProviderRegistry>> = {
  'providers.data.ts': {
    file: 'provider.ts',
    typeImport: `import type { Provider } from '../provider-definition/provider.ts';`,
    declaration: 'providers: readonly Provider[]',
    toItem: (_, name) => name,
  },
  'accesses.data.ts': {
    file: 'access.ts',
    typeImport: `import type { ProviderAccess } from '../provider-definition/provider.ts';`,
    declaration: 'accesses: readonly { type: string; access: ProviderAccess }[]',
    toItem: (type, name) => `{ type: '${type}', access: ${name} }`,
  },
  'webhooks.data.ts': {
    file: 'webhook.ts',
    typeImport: `import type { ReceiveWebhook } from '../provider-definition/webhook.ts';`,
    declaration: 'webhooks: readonly { type: string; receive: ReceiveWebhook }[]',
    needsClient: true,
    toItem: (type, name) => `{ type: '${type}', receive: ${name} }`,
  },
};

/** Renders the modules that list the providers, their accesses and their webhooks, by path. */
export function renderRegistries(
  sources: readonly ProviderSource[],
  ledger: Ledger,
): Record<string, string> {
  const importable = sortById(sources, ledger).filter(({ sync }) => sync !== null);
  const withClient = importable.filter(({ connection }) => connection !== 'api_key');
  const modules = Object.entries(registries).map(([path, registry]) => [
    `functions/connections/providers/${path}`,
    renderRegistry(registry, registry.needsClient ? withClient : importable),
  ]);
  return Object.fromEntries(modules);
}

function renderRegistry(
  { file, typeImport, declaration, toItem }: ProviderRegistry,
  importable: readonly ProviderSource[],
): string {
  const imports = importable.map(
    ({ key, sync }) => `import ${toName(key)} from './${sync}/${file}';`,
  );
  return renderModule({
    source,
    imports: [typeImport, ...imports.sort()].join('\n'),
    declaration,
    items: importable.map(({ key }) => toItem(key, toName(key))),
  });
}

/** Converts a key such as `google_health` to the name of a constant, e.g. `googleHealth`. */
function toName(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
