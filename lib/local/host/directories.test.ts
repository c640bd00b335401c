import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { lockDirectory } from './data-directory.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

/** Runs `code` in a process that never ends by itself. Returns the first line that it prints. */
async function startRunner(code: string) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `${code}; setInterval(() => {}, 1000);`],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return {
    line: String(line).trim(),
    pid: child.pid,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const getMode = (path: string) => statSync(path).mode & 0o777;

describe('a data directory', () => {
  it('is created with its parents, and locked by a file in it', async () => {
    const path = join(createTemporaryFolder(), 'new', 'data');
    await using first = new AsyncDisposableStack();
    expect(lockDirectory(path, first)).toBe(path);
    expect(existsSync(join(path, 'lock'))).toBe(true);

    await using second = new AsyncDisposableStack();
    expect(() => lockDirectory(path, second)).toThrow(
      `Another runner (process ${process.pid}) is using ${path}. Stop it, or use another`,
    );
    expect(getMode(path)).toBe(0o700);
    await first.disposeAsync();
    expect(lockDirectory(path, second)).toBe(path);
  });

  it('is locked until the process that locked it is killed', async () => {
    const path = createTemporaryFolder();
    const runner = await startRunner(`
      import { lockDirectory } from './data-directory.ts';
      console.log(lockDirectory(${JSON.stringify(path)}, new AsyncDisposableStack()));
    `);
    await using disposables = new AsyncDisposableStack();
    expect(() => lockDirectory(path, disposables)).toThrow(
      `Another runner (process ${runner.pid}) is using`,
    );
    await runner.kill();
    expect(lockDirectory(path, disposables)).toBe(path);
  });

  it('is left to its owner alone, with the files in it', async () => {
    const path = createTemporaryFolder();
    const database = join(path, 'dynamodb.sqlite');
    writeFileSync(database, '');
    for (const readable of [path, database]) chmodSync(readable, 0o755);
    await using disposables = new AsyncDisposableStack();
    lockDirectory(path, disposables);
    const modes = [path, database, join(path, 'lock')].map(getMode);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  it('is left to its owner alone, with its other files, if one is of another owner', async () => {
    const path = createTemporaryFolder();
    const [database, ofRoot] = [join(path, 'dynamodb.sqlite'), join(path, 'a')];
    for (const file of [database, ofRoot]) {
      writeFileSync(file, '');
      chmodSync(file, 0o644);
    }
    const folder = join(path, 'lost+found');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const refused = Object.assign(new Error('EPERM'), { code: 'EPERM' });
    const { chmodSync: chmod } = fs;
    const spy = vi.spyOn(fs, 'chmodSync').mockImplementation((file, mode) => {
      if (file === ofRoot) throw refused;
      chmod(file, mode);
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    await using disposables = new AsyncDisposableStack();
    lockDirectory(path, disposables);
    const modes = [path, database, ofRoot, folder].map(getMode);
    expect(modes).toEqual([0o700, 0o600, 0o644, 0o755]);
  });

  it('is rejected with a reason if it cannot be used', () => {
    const file = join(createTemporaryFolder(), 'file');
    writeFileSync(file, '');
    const lock = (path: string) => () => lockDirectory(path, new AsyncDisposableStack());
    expect(lock(join(file, 'below'))).toThrow(
      'below cannot be used as the data folder: ',
    );
    expect(lock(file)).toThrow(`${file} cannot be used as the data folder: `);
    expect(lock('/proc/x')).toThrow('/proc/x cannot be used as the data folder: ');
  });
});

describe('a temporary directory', () => {
  it('is removed when it is disposed of', async () => {
    const disposables = new AsyncDisposableStack();
    const path = await createTemporaryDirectory(disposables);
    expect(existsSync(path)).toBe(true);
    await disposables.disposeAsync();
    expect(existsSync(path)).toBe(false);
  });

  it('is removed by the next process if its own was killed, but not while its own runs', async () => {
    // In the folder of the machine, other tests remove abandoned directories, too.
    const folder = createTemporaryFolder();
    for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const runner = await startRunner(`
      import { createTemporaryDirectory } from './temporary-directory.ts';
      console.log(await createTemporaryDirectory(new AsyncDisposableStack()));
    `);
    await using disposables = new AsyncDisposableStack();
    const alive = await createTemporaryDirectory(disposables);
    expect(existsSync(runner.line)).toBe(true);

    await runner.kill();
    await createTemporaryDirectory(disposables);
    expect([existsSync(runner.line), existsSync(alive)]).toEqual([false, true]);
  });
});
