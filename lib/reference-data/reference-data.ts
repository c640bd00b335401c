import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { dictionary } from '@zxcvbn-ts/language-common';
import { listRows } from '#shared/reference-data/activity-types.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { requireNoArguments } from '../terminal/program.ts';
import {
  ActivityNameSource,
  ActivityTypeSource,
  requireNameForEachType,
  requireValidActivityTypes,
} from './activity-types.ts';
import {
  renderActivityMets,
  renderActivityNames,
  renderActivityTypeKeys,
  renderActivityTypes,
} from './activity-types-module.ts';
import { extendLedger } from './ledger.ts';
import { renderModule, toLiteral } from './module-text.ts';
import {
  PolicySource,
  renderPolicies,
  requirePolicyForEachProvider,
} from './provider-policies.ts';
import { renderRegistries, renderRemoteConnectionTypes } from './providers-modules.ts';
import { ProviderSource, requireValidProviders } from './remote-connection-types.ts';
import { parseSource, type SourceFile } from './source.ts';

async function readSourceFile(path: string): Promise<SourceFile> {
  const text = await readFile(join(root, path), 'utf8');
  return { path, text };
}

/** The published ids by key. */
const publishedActivityTypes = new Map(listRows().map(([id, key]) => [key, id]));
const publishedConnectionTypes = new Map(
  remoteConnectionTypes.map(({ id, type }) => [type, Number(id)]),
);

/** The texts of generated files, by their paths below the root. */
type GeneratedTexts = Record<string, string>;

/** Reads the activity types. Throws if the source has problems. */
export async function readActivityTypes(): Promise<ActivityTypeSource[]> {
  const file = await readSourceFile('data/activities.csv');
  const sources = parseSource(file, ActivityTypeSource);
  requireValidActivityTypes(file.path, sources);
  return sources;
}

/** Reads the German names of the activity types. Throws if a type has none. */
async function readGermanNames(
  types: readonly ActivityTypeSource[],
): Promise<ActivityNameSource[]> {
  const file = await readSourceFile('data/activity-names-de.csv');
  const names = parseSource(file, ActivityNameSource);
  requireNameForEachType(file.path, names, types);
  return names;
}

async function makeActivityTypes(): Promise<GeneratedTexts> {
  const sources = await readActivityTypes();
  const germanNames = await readGermanNames(sources);
  const ledgerFile = await readSourceFile('data/activity-type-ids.csv');
  const keys = sources.map(({ key }) => key);
  const ledger = extendLedger(ledgerFile, keys, publishedActivityTypes);
  return {
    [ledgerFile.path]: ledger.text,
    'shared/reference-data/activity-types.data.ts': renderActivityTypes(sources, ledger),
    'shared/reference-data/activity-type-keys.data.ts': renderActivityTypeKeys(
      sources,
      ledger,
    ),
    'shared/reference-data/activity-mets.data.ts': renderActivityMets(sources, ledger),
    'shared/reference-data/english-activity-names.data.ts': renderActivityNames(
      { source: 'data/activities.csv', constant: 'englishActivityNames' },
      sources,
      ledger,
    ),
    'shared/reference-data/german-activity-names.data.ts': renderActivityNames(
      { source: 'data/activity-names-de.csv', constant: 'germanActivityNames' },
      germanNames,
      ledger,
    ),
  };
}

async function makeRemoteConnectionTypes(): Promise<GeneratedTexts> {
  const file = await readSourceFile('data/providers.csv');
  const sources = parseSource(file, ProviderSource);
  requireValidProviders(file.path, sources);
  const ledgerFile = await readSourceFile('data/remote-connection-type-ids.csv');
  const keys = sources.map(({ key }) => key);
  const ledger = extendLedger(ledgerFile, keys, publishedConnectionTypes);
  const types = renderRemoteConnectionTypes(sources, ledger);
  const policyFile = await readSourceFile('data/provider-policies.csv');
  const policies = parseSource(policyFile, PolicySource);
  requirePolicyForEachProvider(policyFile, policies, sources);
  return {
    [ledgerFile.path]: ledger.text,
    'shared/reference-data/remote-connection-types.data.ts': types,
    'shared/reference-data/provider-policies.data.ts': renderPolicies(policies),
    ...renderRegistries(sources, ledger),
  };
}

function makeCommonPasswords(): GeneratedTexts {
  return { 'shared/reference-data/common-passwords.data.ts': renderCommonPasswords() };
}

/**
 * Generates the texts of all files that come from the sources in `data` and from packages: ledgers
 * of ids, and modules of data. Throws if a source has problems.
 */
export async function makeReferenceData(): Promise<GeneratedTexts> {
  const activityTypes = await makeActivityTypes();
  const connectionTypes = await makeRemoteConnectionTypes();
  return { ...activityTypes, ...connectionTypes, ...makeCommonPasswords() };
}

/** Writes the files that are made from the sources in `data/`. */
export function writeReferenceData(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const description =
      'Writes the ids and the modules of reference data that are made from the files in data/.';
    requireNoArguments('npm run reference-data --', description, args);
    const files = Object.entries(await makeReferenceData());
    for (const [path, text] of files) await writeFile(join(root, path), text);
    console.log(`Wrote ${files.length} files of reference data.`);
  });
}

/** The number of rejected passwords. More would make the functions larger. */
const passwordCount = 1000;

/** Shorter passwords are rejected because of their length. */
const minLength = 8;

/** Characters of the compressed text in a line of the module. */
const maxLineLength = 90;

/**
 * Renders the module with the most common passwords of leaked lists, in lower case. They are
 * compressed, because every function that checks a password contains them.
 */
function renderCommonPasswords(): string {
  const ranked = dictionary['passwords-common'].map((password) => password.toLowerCase());
  const longEnough = ranked.filter((password) => [...password].length >= minLength);
  const passwords = [...new Set(longEnough)].slice(0, passwordCount).sort();
  const compressed = brotliCompressSync(passwords.join('\n')).toString('base64');
  const lines = compressed.match(new RegExp(`.{1,${maxLineLength}}`, 'g')) ?? [];
  return renderModule({
    source: '@zxcvbn-ts/language-common',
    declaration: 'compressedPasswords: readonly string[]',
    items: lines.map(toLiteral),
  });
}
