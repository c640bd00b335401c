import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import * as dataExports from '#functions/account/export/data-export.store.ts';
import {
  type DataExport,
  findExport,
  isOfApplication,
} from '#functions/account/export/data-export.ts';
import { listDownloadPaths } from '#functions/account/export/download-link.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { ignoreMissing, replaceFile } from '../../local/host/files.ts';
import type { CommandRunner } from '../command.ts';
import { createFieldError, requireUser, userArgument } from '../find.ts';
import { exampleId, formatExamples } from '../program.ts';

/** The wait between two reads of the state of the export. */
const pollIntervalMs = 1000;

/** Registers the command that exports what is stored about a user. */
export function registerUserExportCommand(
  user: CommandUnknownOpts,
  run: CommandRunner,
): void {
  user
    .command('export')
    .description(
      'Exports everything that is stored about a user to a file, and prints a link to it.',
    )
    .argument('<user>', userArgument)
    .option('--file <path>', 'download the file instead of printing the link')
    .addOption(
      new Option(
        '--language <tag>',
        'language of the README and of the mail, if the user has chosen none',
      )
        .choices(['en', 'de'])
        .default('en'),
    )
    .addHelpText(
      ...formatExamples(
        'user export ann@example.com',
        `user export ${exampleId} --file ann.zip --language de`,
      ),
    )
    .action(
      run(async ({ table, now, record }, identifier, { file, language }) => {
        const { id: user_id } = await requireUser(table, identifier);
        if (file !== undefined) await requireDownload(file);
        const id = await startOrFindRunning(table, user_id, language, now);
        await record({ name: 'export_started', user_id });
        const finished = await waitUntilDone(table, user_id, id);
        const links = await createLinks(user_id, finished);
        const { bytes = 0, files_done, expires_datetime = '' } = finished;
        const location =
          file === undefined
            ? { ...nameFirst('link', links), expires_datetime }
            : nameFirst('file', await downloadAll(links, file));
        return {
          data: { user_id, export_id: id, files: files_done, bytes, ...location },
          note: 'Anybody with the file or the link can read all data of the user.',
        };
      }),
    );
}

/** Throws if an archive cannot be downloaded to a file. A person has few exports a day. */
async function requireDownload(file: string): Promise<void> {
  // With the option --table, the address of the API is unknown.
  if (findEnvironment(baseUrlVariables.main) === undefined)
    throw new Error('--file needs the address of the API: use --outputs FILE.');
  const existing = await stat(resolve(file)).catch(ignoreMissing);
  if (existing?.isDirectory()) throw createFieldError('file', 'is a folder');
  await access(dirname(file), constants.W_OK);
}

/**
 * Starts an export unless one is running. Returns the id of the export that runs now. Throws an
 * error if that is of an application, because it has less than everything.
 */
async function startOrFindRunning(
  table: Table<'get' | 'put'>,
  user_id: string,
  language: string,
  now: Date,
): Promise<string> {
  const store = { table, dataKeys: openDataKeys };
  const { access_generation = 0 } = (await identities.findByUser(table, user_id)) ?? {};
  const newExport = { id: newId(now), language, asked_by: { access_generation } };
  const started = await dataExports.startExport(store, user_id, newExport, now);
  if (started.outcome === 'too_many') throw serviceError('too_many_exports', started);
  if (started.outcome === 'started') return newExport.id;

  const item = await dataExports.find(table, user_id);
  const running = item?.run && findExport(item, item.run.export_id, now);
  if (!running) throw serviceError('unavailable', { cause: 'concurrent_changes' });
  if (isOfApplication(running.asked_by))
    throw new Error(
      'An export of an application is running, which has only what that may read: try again later.',
    );
  return running.id;
}

async function waitUntilDone(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<DataExport> {
  for (;;) {
    const item = await dataExports.find(table, user_id);
    const dataExport = findExport(item, id, new Date());
    if (!dataExport) throw new Error('The user was erased.');
    const { state, failure } = dataExport;
    if (state === 'done') return dataExport;
    if (state === 'failed') throw new Error(`The export failed: ${failure}.`);
    await setTimeout(pollIntervalMs);
  }
}

/** Returns the first of several names as `member`, and the others, if there are any. */
function nameFirst(member: 'link' | 'file', [first = '', ...others]: string[]) {
  return { [member]: first, ...(others.length > 0 && { [`other_${member}s`]: others }) };
}

/** Returns a link to each archive. */
async function createLinks(user_id: string, dataExport: DataExport): Promise<string[]> {
  const context = { version: 'v7.1', dataKeys: openDataKeys, now: new Date() };
  const shown = { dataExport, isAccessEnded: false };
  const paths = await listDownloadPaths(user_id, shown, context);
  if (paths.length === 0) throw new Error('The export has expired.');
  // With the option --table, the address of the API is unknown.
  const baseUrl = findEnvironment(baseUrlVariables.main) ?? '<MainUrl>';
  return paths.map((path) => `${baseUrl}${path}`);
}

/** Downloads each archive, e.g. to `ann.zip` and `ann-2.zip`. Returns the names of the files. */
async function downloadAll(links: string[], file: string): Promise<string[]> {
  const { dir, name, ext } = parse(file);
  const files = links.map((_, index) =>
    index === 0 ? file : join(dir, `${name}-${index + 1}${ext}`),
  );
  for (const [index, link] of links.entries()) await download(link, files[index] ?? file);
  return files;
}

async function download(link: string, file: string): Promise<void> {
  const response = await fetch(link);
  if (!response.ok || !response.body)
    throw new Error(`The file cannot be downloaded: HTTP status ${response.status}.`);
  // Everything in the file is personal, so nobody else may read it.
  await replaceFile(file, response.body, { mode: 0o600 });
}
