import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { activityTypeRows } from '#shared/reference-data/activity-types.data.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';
import { ActivityTypeSource, checkActivityTypes } from './activity-types.ts';
import {
  activityTypesModule,
  providerRevocationsModule,
  remoteConnectionTypesModule,
} from './data-file.ts';
import { extendLedger } from './ledger.ts';
import { checkProviders, ProviderSource } from './remote-connection-types.ts';
import { readSource } from './source.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(root, path), 'utf8');

const lucide = dirname(createRequire(import.meta.url).resolve('lucide-static/package.json'));
const readIcon = (path: string) => readFile(join(lucide, path), 'utf8');

/** Files that are made from others, by their path below the root. */
type Made = Record<string, string>;

async function makeActivityTypes(): Promise<Made> {
  const sources = readSource(await read('data/activities.csv'), ActivityTypeSource);
  checkActivityTypes(sources);
  const published = new Map(activityTypeRows.map(([id, key]) => [key, id]));
  const ledger = extendLedger(
    await read('data/activity-type-ids.csv'),
    sources.map(({ key }) => key),
    published,
  );
  const icons = sources.flatMap(({ key, icon }) => (icon === null ? [] : [{ key, icon }]));
  const pictures = icons.map(async ({ key, icon }) => [
    `data/icons/${key}.svg`,
    await readIcon(`icons/${icon}.svg`),
  ]);
  return {
    'data/activity-type-ids.csv': ledger.text,
    'shared/reference-data/activity-types.data.ts': activityTypesModule(sources, ledger.idOf),
    'data/icons/LICENSE': await readIcon('LICENSE'),
    ...Object.fromEntries(await Promise.all(pictures)),
  };
}

async function makeRemoteConnectionTypes(): Promise<Made> {
  const sources = readSource(await read('data/providers.csv'), ProviderSource);
  checkProviders(sources);
  const ledger = extendLedger(
    await read('data/remote-connection-type-ids.csv'),
    sources.map(({ key }) => key),
    new Map(remoteConnectionTypes.map(({ id, type }) => [type, Number(id)])),
  );
  return {
    'data/remote-connection-type-ids.csv': ledger.text,
    'shared/reference-data/remote-connection-types.data.ts': remoteConnectionTypesModule(
      sources,
      ledger.idOf,
    ),
    'shared/reference-data/provider-revocations.data.ts': providerRevocationsModule(
      sources,
      ledger.idOf,
    ),
  };
}

/**
 * Everything that is made from the sources in `data`: the ledgers of the ids, the modules that the functions carry,
 * and the icons. Throws where a source is not as it must be.
 */
export async function makeCatalogues(): Promise<Made> {
  return { ...(await makeActivityTypes()), ...(await makeRemoteConnectionTypes()) };
}
