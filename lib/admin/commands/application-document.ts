import { readFile } from 'node:fs/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import { findClientIdUrlFault } from '#functions/auth/client/client-id-url.ts';
import { parseClientDocument } from '#functions/auth/client-metadata/client-document.ts';
import { fetchClientDocument } from '#functions/auth/client-metadata/fetch-client-document.ts';
import * as metadataClients from '#functions/auth/client-metadata/metadata-client.store.ts';
import { getConfiguredGateway } from '#shared/outgoing/send.ts';
import type { CommandRunner } from '../command.ts';
import {
  createFieldError,
  findApplication,
  requireApplication,
  toApplicationRow,
} from '../find.ts';
import { formatExamples } from '../program.ts';

const urlArgument = ['<url>', 'client id, which is the URL of the document'] as const;
const exampleUrl = 'https://assistant.example/oauth/client.json';

/** A service that is not on loopback, so that no document may be there either. */
const mainUrl = 'https://service.invalid';

/** Registers the commands that pin the documents by which applications describe themselves. */
export function registerDocuments(
  application: CommandUnknownOpts,
  run: CommandRunner,
): void {
  application
    .command('pin')
    .description(
      'Allows an application that a document on the web describes, and keeps a copy of it.',
    )
    .argument(...urlArgument)
    .option('--file <file>', 'pin the document in this file, and fetch nothing')
    .addHelpText(
      ...formatExamples(
        `application pin ${exampleUrl}`,
        `application pin ${exampleUrl} --file client.json`,
      ),
    )
    .action(
      run(async ({ table, now }, url, { file }) => {
        const document = await requireDocument(url, file);
        const datetime = now.toISOString();
        const stored = { ...document, fetched_datetime: datetime, fresh_until: datetime };
        await metadataClients.pin(table, stored, now);
        return {
          data: toApplicationRow(await findApplication(table, url), now),
          note: 'People can allow it now. Pin it again when its document has changed.',
          event: { name: 'client_pinned', client_id: url },
        };
      }),
    );
  application
    .command('unpin')
    .description('Deletes the mark of a pinned application. Its tokens keep working.')
    .argument(...urlArgument)
    .addHelpText(...formatExamples(`application unpin ${exampleUrl}`))
    .action(
      run(async ({ table, now }, url) => {
        const isChanged = await metadataClients.unpin(table, url);
        const found = isChanged ? await clients.find(table, url) : undefined;
        return {
          data: toApplicationRow(requireApplication(found, url), now),
          note: 'Its tokens keep working: `application disable` ends them.',
          event: { name: 'client_unpinned', client_id: url },
        };
      }),
    );
}

/** Returns the document of a client. Throws `validation_failed` if it cannot be used. */
async function requireDocument(url: string, file: string | undefined) {
  const fault = findClientIdUrlFault(url);
  if (fault) throw createFieldError('url', fault);
  if (file !== undefined) {
    const parsed = parseClientDocument(await readFile(file, 'utf8'), url);
    if (!parsed.ok) throw createFieldError('document', parsed.error);
    return parsed.value;
  }
  const gateway = getConfiguredGateway();
  const fetched = await fetchClientDocument(url, { gateway, mainUrl });
  if (!fetched.ok) throw createFieldError('document', fetched.error);
  return fetched.value.document;
}
