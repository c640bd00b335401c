import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { newClient, newUser } from '#kit/fixtures.ts';
import { newOperator, runCommandLine } from '#kit/operator.ts';
import { getExit } from '#kit/program.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);

describe('a failed command', () => {
  it.concurrent('names each invalid field, as text and as JSON', async () => {
    const args = ['user', 'create', 'nobody', '--username', ''];
    const [asText, asJson] = await Promise.all([
      admin(args, 'short'),
      admin([...args, '--json'], 'short'),
    ]);
    expect(getExit(asText)).toEqual([
      1,
      [
        'Error:',
        '  email         must be an email address',
        '  username      must have at least 1 character',
        '  display_name  must have at least 1 character',
        '  password      must have at least 8 characters',
      ],
    ]);
    expect([asJson.exitCode, asJson.stdout]).toEqual([1, '']);
    expect(JSON.parse(asJson.stderr)).toMatchObject({
      error: 'validation_failed',
      failures: { password: ['must have at least 8 characters'] },
    });
  });

  it.concurrent('rejects unsafe redirect URIs', async () => {
    const uris = [
      'http://trails.example/callback',
      'https://trails.example/#top',
      'https://trails.example/../callback',
    ];
    const options = uris.flatMap((uri) => ['--redirect-uri', uri]);
    expect(
      getExit(await admin(['application', 'create', 'Trail Maps', ...options])),
    ).toEqual([
      1,
      [
        'Error:',
        `  redirect_uris  ${uris[0]} must use https; http is allowed only for 127.0.0.1, [::1] and localhost`,
        `  redirect_uris  ${uris[1]} must not contain a fragment`,
        `  redirect_uris  ${uris[2]} must be normalized: https://trails.example/callback`,
      ],
    ]);
  });

  it.concurrent('names what was not found, and an email that is taken', async () => {
    const { email } = await newUser();
    const [unknown, taken] = await Promise.all([
      admin(['user', 'disable', 'nobody@example.com', '--yes']),
      admin(['user', 'create', email, '--generate-password']),
    ]);
    expect(getExit(unknown)).toEqual([
      1,
      ['Error: User nobody@example.com could not be found.'],
    ]);
    expect(getExit(taken)).toEqual([1, ['Error:', '  email  belongs to a user already']]);
  });

  it.concurrent('prints no control characters, which could change the terminal', async () => {
    const name = 'ann\u001b[2J\u009b2J';
    const failed = await Promise.all([
      admin(['user', 'show', name]),
      admin(['user', 'list', name]),
    ]);
    expect(failed.map(getExit)).toEqual([
      [1, ['Error: User ann?[2J?2J could not be found.']],
      [
        2,
        [
          "Error: too many arguments for 'list'. Expected 0 arguments but got 1: ann?[2J?2J.",
          'See --help.',
        ],
      ],
    ]);
  });

  it.concurrent('names a folder as it was given', async () => {
    const restored = await runCommandLine(['restore', 'none', '--data', 'unused']);
    expect(getExit(restored)).toEqual([
      1,
      ['Error: none has no backup that this version can restore.'],
    ]);
  });

  it.concurrent('says what to do if no service runs', async () => {
    const { exitCode, stderr } = await runCommandLine([
      'user',
      'list',
      '--data',
      tmpdir(),
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Error: No local service is running with the data folder \/.+\. Start .* --table NAME\.\n$/,
    );
  });
});

describe('a usage error', () => {
  it.concurrent.each([
    {
      args: ['user', 'remove'],
      message:
        'unknown command "remove"; expected create, invite, list, show, disable, enable, password, erase, keep, receipts, or export',
    },
    {
      args: ['client'],
      message:
        'unknown command "client"; expected application, connection, provider, mail, token, grant, user, webhook, import, inbox, dead-letters, backup, restore, signing-key, restore-check, stack-trace, about, or completion',
    },
    { args: ['user', 'create', '--emial', 'x'], message: "unknown option '--emial'" },
    { args: ['user', 'create'], message: "missing required argument 'email'" },
    {
      args: ['user', 'create', 'ann@example.com', '--password', '--json'],
      message: "option '--password <password>' argument missing",
    },
    {
      args: ['user', 'create', 'ann@example.com', '--password', '--generate-password'],
      message: "option '--password <password>' argument missing",
    },
    {
      args: [
        'user',
        'password',
        'ann@example.com',
        '--password=x',
        '--generate-password',
      ],
      message:
        "option '--generate-password' cannot be used with option '--password <password>'",
    },
    {
      args: ['application', 'create', 'Trail Maps', '--grant', 'password'],
      message:
        "option '--grant <type>' argument 'password' is invalid. Allowed choices are authorization_code, client_credentials, refresh_token.",
    },
    {
      args: ['token', 'grant', 'id', '--user', 'ann@example.com', '--application'],
      message: "option '--application' cannot be used with option '--user <email>'",
    },
    {
      args: ['token', 'grant', 'id'],
      message: 'specify --user <email> or --application',
    },
  ])('exits with 2 before anything is attempted: $message', async ({ args, message }) => {
    expect(getExit(await admin(args))).toEqual([2, [`Error: ${message}`, 'See --help.']]);
  });

  it.concurrent('rejects options that select two tables', async () => {
    const listUsers = (args: string[]) => runCommandLine(['user', 'list', ...args]);
    const [both, outputs, region] = await Promise.all([
      listUsers(['--table', 'x', '--data', 'y']),
      listUsers(['--outputs', 'x', '--table', 'y']),
      listUsers(['--region', 'eu-central-1']),
    ]);
    expect(getExit(both)[0]).toBe(2);
    expect(getExit(outputs)[0]).toBe(2);
    expect(getExit(region)).toEqual([
      2,
      ['Error: --region requires --table', 'See --help.'],
    ]);
  });
});

describe('a command that ends access', () => {
  const newCommands = async () => {
    const [{ email }, { client_id }] = await Promise.all([newUser(), newClient()]);
    return [
      ['user', 'disable', email],
      ['application', 'rotate-secret', client_id, '--now'],
      ['grant', 'revoke', '--application', client_id],
    ];
  };

  it.concurrent('asks on a terminal, and changes nothing unless the reply is yes', async () => {
    for (const command of await newCommands()) {
      for (const typed of ['\n', 'n\n', '']) {
        const { exitCode, stdout, stderr } = await admin(command, { typed });
        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/This .*\. Continue\? \(y\/N\) /);
        expect(stderr).toContain('Error: Not confirmed. Nothing was changed.\n');
      }
      const confirmed = await admin([...command, '--json'], { typed: 'y\n' });
      expect([confirmed.exitCode, confirmed.stdout]).toEqual([
        0,
        expect.stringMatching(/^\{/),
      ]);
    }
  });

  it.concurrent('says without a terminal that it cannot ask, and how to confirm', async () => {
    for (const command of await newCommands()) {
      const { exitCode, stderr } = await admin(command);
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringMatching(
          /^Error: this .*; standard input is not a terminal, .*: add --yes to confirm\n/,
        ),
      ]);
      expect((await admin([...command, '--yes'])).exitCode).toBe(0);
    }
  });
});

describe('the completion for bash', () => {
  const complete = async (...words: string[]) => {
    const { stdout } = await runCommandLine(['completion']);
    const line = `COMP_WORDS=(admin ${words.join(' ')} ''); COMP_CWORD=${words.length + 1}`;
    const script = `${stdout}\n${line}\n_fitness_data_admin\necho "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.split(/\s+/);
  };

  it.concurrent('knows groups, commands and their options', async () => {
    expect(await complete()).toEqual(expect.arrayContaining(['user', 'backup']));
    expect(await complete('user')).toEqual(expect.arrayContaining(['create', 'disable']));
    expect(await complete('user', 'disable')).toEqual(
      expect.arrayContaining(['--yes', '--json', '--outputs']),
    );
    expect(await complete('user', 'disable', 'ann@example.com')).toContain('--yes');
  });
});

describe('the help', () => {
  it.concurrent('describes the program, a group and a command', async () => {
    const showHelp = (...args: string[]) => admin([...args, '--help']);
    const [all, group, command] = await Promise.all([
      showHelp(),
      showHelp('user'),
      showHelp('user', 'create'),
    ]);
    expect([all, group, command].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    for (const name of ['application rotate-secret', 'token grant', 'user password'])
      expect(all.stdout).toContain(name);
    expect(group.stdout).toContain('Creates a user.');
    expect(command.stdout).toMatch(/^ {2}--generate-password +generate a password/m);
    expect(command.stdout).toContain(
      'npm run admin -- user create ann@example.com --generate-password',
    );
  });

  it.concurrent('goes to standard error if no command is given', async () => {
    const { exitCode, stdout, stderr } = await admin([]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Usage: npm run admin -- /);
  });
});
