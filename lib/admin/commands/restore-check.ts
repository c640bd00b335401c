import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import * as mailServers from '#functions/account/mail-delivery/mail-server.store.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import {
  decryptCredentials,
  type StoredConnection,
} from '#functions/connections/connection/credentials.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';
import type { ListedEntry, Table } from '#shared/table/table.ts';
import { createIntegerParser } from '../../terminal/program.ts';
import type { CommandRunner } from '../command.ts';
import { getKind } from '../dead-letters/messages.ts';
import { formatExamples } from '../program.ts';

/** The result of checking a table. */
interface TableReport {
  /** The number of items that were read, by kind. */
  counts: ReadonlyMap<string, number>;
  problems: readonly string[];
}

/** The stores that the check of a table reads. */
interface CheckedStores {
  table: Table<'get' | 'query'>;
  dataKeys: DataKeyProvider;
}

/** An item in the partition of a user. Only the user's profile has an email. */
type Item = Key & { email?: string };

/**
 * Checks a sample of the users and a sample of the applications. For each user, reads all items of
 * the partition and decrypts the tokens of the connections, which also checks the encryption key.
 * So does the password of the mail server, which can be the only secret.
 */
async function checkTable(
  { table, dataKeys }: CheckedStores,
  sampleSize: number,
): Promise<TableReport> {
  const counts = new Map<string, number>();
  const problems: string[] = [];
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);

  const userIds = await listIds(table, identityKeys.users());
  for (const user_id of takeSample(userIds, sampleSize)) {
    const items = await table.query<Item>({ pk: toOwnerPartition(user_id) });
    for (const { sk } of items) count(getKind(sk));
    problems.push(...(await findItemProblems({ table, dataKeys }, user_id, items)));
  }

  const clientIds = await listIds(table, clientKeys.clients());
  for (const client_id of takeSample(clientIds, sampleSize)) {
    const client = await clients.find(table, client_id);
    if (client) count('APPLICATION');
    else problems.push(`application ${client_id}: its item is missing`);
  }
  const stores = { table, getDataKeys: () => dataKeys };
  const decryptPassword = () => mailServers.findWithPassword(stores);
  const problem = await findSecretProblem('the password of mail', decryptPassword);
  return { counts, problems: problem ? [...problems, problem] : problems };
}

/** Lists the ids in a collection of the index. */
async function listIds(table: Table<'query'>, collection: string): Promise<string[]> {
  const entries = await table.query<ListedEntry>({ collection });
  return entries.map(({ collection_sk }) => collection_sk);
}

/**
 * Takes at most `size` members of a list: the first, and others at equal distances, which can be
 * fractions.
 */
export function takeSample<Member>(members: readonly Member[], size: number): Member[] {
  const step = Math.max(1, members.length / size);
  const sampled: Member[] = [];
  for (let position = 0; position < members.length; position += step) {
    sampled.push(members[Math.floor(position)] as Member);
  }
  return sampled;
}

async function findItemProblems(
  stores: CheckedStores,
  user_id: string,
  items: readonly Item[],
): Promise<string[]> {
  const profile = items.find(({ sk }) => sk === identityKeys.user(user_id).sk);
  const pending = items.map((item) => findConnectionProblem(stores, user_id, item));
  const problems = [
    await findIdentityProblem(stores, user_id, profile),
    ...(await Promise.all(pending)),
  ];
  return problems.filter((problem) => problem !== undefined);
}

async function findIdentityProblem(
  { table }: CheckedStores,
  user_id: string,
  profile: Item | undefined,
): Promise<string | undefined> {
  if (!profile) return `user ${user_id}: the profile is missing`;
  const identity = await identities.findByEmail(table, profile.email ?? '');
  if (identity?.user_id !== user_id)
    return `user ${user_id}: cannot sign in with the email of the profile`;
  return undefined;
}

/** Returns a problem if the item is a connection whose credentials cannot be decrypted. */
async function findConnectionProblem(
  { dataKeys }: CheckedStores,
  user_id: string,
  item: Item,
): Promise<string | undefined> {
  if (getKind(item.sk) !== 'REMOTE_CONNECTION') return undefined;
  const connection = item as Item & StoredConnection;
  const label = `user ${user_id}: connection ${connection.id}`;
  return findSecretProblem(label, () =>
    decryptCredentials(user_id, connection, dataKeys),
  );
}

/**
 * Returns a problem if a secret cannot be decrypted. It has only the name of the error, because the
 * message of the error could contain the secret.
 */
async function findSecretProblem(
  label: string,
  decrypt: () => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await decrypt();
    return undefined;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    return `${label} cannot be decrypted (${name})`;
  }
}

/** Registers the command that checks a restored table. */
export function registerRestoreCheck(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  program
    .command('restore-check')
    .description(
      'Reads a sample of a restored table, and decrypts its connections and the mail password.',
    )
    .addOption(
      new Option('--sample <number>', 'how many users and applications to read')
        .default(100)
        .argParser(createIntegerParser(1, 1_000_000)),
    )
    .option(
      '--key <arn>',
      'encryption key, if no alias with the name of the table exists',
    )
    .addHelpText(
      ...formatExamples(
        'restore-check --table Restored --key <EncryptionKeyArn>',
        'restore-check --sample 1000',
      ),
    )
    .action(
      run(async ({ table }, { sample, key }) => {
        const dataKeys = await openSelectedKey(key);
        const { counts, problems } = await checkTable({ table, dataKeys }, sample);
        if (counts.size === 0)
          throw new Error('The table has no users and no applications.');
        if (problems.length > 0)
          throw new Error(
            `${problems.length} problems were found:\n  ${problems.join('\n  ')}`,
          );

        const rows = [...counts].map(([kind, items]) => ({ kind, items }));
        return {
          data: rows.toSorted((one, other) => one.kind.localeCompare(other.kind)),
          note: 'All of these items can be read.',
        };
      }),
    );
}

async function openSelectedKey(key: string | undefined): Promise<DataKeyProvider> {
  if (key === undefined) return openDataKeys();
  const { openKmsDataKeys } = await import('#shared/encryption/data-keys.ts');
  return openKmsDataKeys(key);
}
