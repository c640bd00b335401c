import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { listDates } from '#functions/diary/entry/dates.ts';
import { listedItems } from './service-under-bench.ts';

/** Reads the CPU time in ms of a process and all below it, which Linux counts in steps of 10. */
function readTreeCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16);
  const lists = globSync(`/proc/${pid}/task/*/children`).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const children = lists.join('').match(/\d+/g) ?? [];
  const times = [
    ...ticks.map((count) => Number(count) * 10),
    ...children.map(Number).map(readTreeCpu),
  ];
  return times.reduce((sum, time) => sum + time, 0);
}

/** Reads the CPU time when the work that follows the responses is done, too. */
async function readSettledCpu(pid: number): Promise<number> {
  for (let before = 0; ; await setTimeout(500)) {
    const cpu = readTreeCpu(pid);
    if (cpu - before <= 20) return cpu;
    before = cpu;
  }
}

/** Starts the service in a folder, and builds requests with the values that it prints. */
export async function serveCommit(cwd: string) {
  const args = ['bin/local.ts', '--memory', '--port', '0', '--no-build'];
  const child = spawn(process.execPath, args, { cwd });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text = text.includes('Ready in') ? text : text + chunk;
  });
  while (!text.includes('Ready in')) await once(child.stdout, 'data');

  const find = (pattern: string) => new RegExp(pattern).exec(text)?.[1] ?? '';
  const main = `${find(' BASE_URL=(\\S+)')}/v7.1`;
  const client = ['client_id', 'client_secret'].map(
    (name) => `${name}=${find(`${name.toUpperCase()}=(\\S+)`)}`,
  );
  const headers = {
    Authorization: `Bearer ${find('ACCESS_TOKEN=(\\S+)')}`,
    'Content-Type': 'application/json',
    'svc-client-id': find('CLIENT_ID=(\\S+)'),
    'svc-user-id': find('USER_ID=(\\S+)'),
  };
  const post = { method: 'POST', headers };
  const list = { url: `${main}/data_source/`, method: 'GET', headers, body: undefined };
  const token = {
    url: `${main}/oauth2/access_token/`,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&${client.join('&')}`,
  };
  const diary = { ...post, url: `${find('DIARY_BASE_URL=(\\S+)')}/v2/diary` };
  const run = find('-d \'(\\{"items".+?)\'');
  const toDay = (date: string) => ({
    ...diary,
    body: run.replace(/\d{4}(-\d\d){2}/, date),
  });
  const days = listDates({ first: '2017-01-01', last: '2025-12-31' }).map(toDay);

  const source = { ...post, body: find('-d \'(\\{"name":"My watch".+?)\'') };
  for (let i = 0; i < listedItems; i++) await fetch(list.url, source);
  return {
    requests: { list: [list], token: [token], diary: days },
    readCpu: () => readSettledCpu(child.pid ?? 0),
    [Symbol.dispose]: () => void child.kill(),
  };
}
