import { openAsBlob } from 'node:fs';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Imports each file of a folder once: `ACCESS_TOKEN=fit_pat_... node watch-folder.js FOLDER`. */
const { BASE_URL = 'http://127.0.0.1:3000', ACCESS_TOKEN } = process.env;
const [folder = '.'] = process.argv.slice(2);
const doneFile = join(folder, '.imported');

async function importOnce(name) {
  const { ino, mtimeMs } = await stat(join(folder, name));
  const key = `${ino}-${mtimeMs}`;
  const done = (await readFile(doneFile, 'utf8').catch(() => '')).split('\n');
  const isBeingWritten = Date.now() - mtimeMs < 2000;
  if (name === '.imported' || isBeingWritten || done.includes(key)) return;
  const body = new FormData();
  body.append('file', await openAsBlob(join(folder, name)), name);
  const headers = { Authorization: `Bearer ${ACCESS_TOKEN}`, 'Idempotency-Key': key };
  const sent = await fetch(`${BASE_URL}/v7.1/import/`, { method: 'POST', headers, body });
  // After these, the same file can be accepted later: with another token, or on the next day.
  const isForLater = [401, 403, 429].includes(sent.status) || sent.status >= 500;
  if (!isForLater) await appendFile(doneFile, `${key}\n`);
  console.log(name, sent.status, await sent.text());
}

do {
  for (const file of await readdir(folder, { withFileTypes: true }))
    if (file.isFile()) await importOnce(file.name).catch(console.error);
} while (await setTimeout(5000, true));
