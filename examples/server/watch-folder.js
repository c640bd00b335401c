import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';

/**
 * Imports every file that appears in a folder, e.g. in that of a watch:
 * `node watch-folder.js FOLDER`. ACCESS_TOKEN is a personal access token with the scope `diary.write`.
 */
const { BASE_URL = 'http://127.0.0.1:3000', ACCESS_TOKEN } = process.env;
const [folder = '.'] = process.argv.slice(2);

/** When each file that was sent was written. Files that are there at the start count as sent. */
const sent = new Map();
for (const name of await readdir(folder))
  sent.set(name, (await stat(join(folder, name))).mtimeMs);
console.log(`Watching ${folder}.`);

async function sendIfNew(name) {
  const path = join(folder, name);
  const file = await stat(path);
  const isBeingWritten = Date.now() - file.mtimeMs < 2000;
  if (!file.isFile() || isBeingWritten || sent.get(name) === file.mtimeMs) return;

  const body = new FormData();
  body.append('file', await openAsBlob(path), name);
  const headers = { Authorization: `Bearer ${ACCESS_TOKEN}` };
  const request = { method: 'POST', headers, body };
  const response = await fetch(`${BASE_URL}/v7.1/import/`, request);
  console.log(name, response.status, await response.text());
  // After one of these, the same file can be accepted later.
  const isForLater = [401, 403, 429].includes(response.status) || response.status >= 500;
  if (!isForLater) sent.set(name, file.mtimeMs);
}

for await (const _ of setInterval(5000)) {
  for (const name of await readdir(folder))
    await sendIfNew(name).catch((error) => console.error(name, error.message));
}
