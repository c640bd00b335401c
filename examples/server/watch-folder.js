import { openAsBlob } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * Imports every file that appears in a folder, e.g. in that of a watch: `node watch-folder.js FOLDER`.
 * ACCESS_TOKEN is a personal access token with the scope `diary.write`.
 */
const { BASE_URL = 'http://127.0.0.1:3000', ACCESS_TOKEN } = process.env;
const [folder = '.'] = process.argv.slice(2);

for await (const { filename } of watch(folder)) {
  // A device writes for some time. A file that is sent twice is imported once.
  await setTimeout(2000);
  const file = await openAsBlob(join(folder, filename)).catch(() => undefined);
  if (!file) continue;
  const body = new FormData();
  body.append('file', file, filename);
  const headers = { Authorization: `Bearer ${ACCESS_TOKEN}` };
  const response = await fetch(`${BASE_URL}/v7.1/import/`, {
    method: 'POST',
    headers,
    body,
  });
  console.log(filename, response.status, await response.text());
}
