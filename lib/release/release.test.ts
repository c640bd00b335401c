import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildService } from '../build/build.ts';
import { hostNames } from '../docs/reference/labels.ts';
import { root } from '../paths.ts';
import {
  dateNextRelease,
  findLastRelease,
  findNextRelease,
  listBreakingNames,
  readRecord,
} from './release.ts';
import { type ComparedTemplate, findStackChanges } from './stack-changes.ts';
import { findWireChanges } from './wire-changes.ts';

const release = findLastRelease();
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const named = listBreakingNames(changelog);

const advice =
  'Clients or operators of the last release lose this. Name each in backquotes below “Breaking ' +
  'changes” in CHANGELOG.md, and say what to do, or keep what they have (docs/upgrading.md).';

it('an update from the last release keeps data and addresses, unless the changelog says so', async () => {
  const { template } = await buildService();
  const before = readRecord<ComparedTemplate>(release, 'template');
  const after: ComparedTemplate = JSON.parse(readFileSync(template, 'utf8'));
  const changes = findStackChanges(before ?? after, after);
  expect(before?.Resources).toHaveProperty('TableCD117FA1');
  expect(
    changes.filter(({ name }) => !named.includes(name)),
    advice,
  ).toEqual([]);
});

it.each(hostNames)(
  'clients of the last release can use the interface of %s, unless the changelog says so',
  (host) => {
    const file = join(root, 'docs/openapi', `${host}.json`);
    const after = JSON.parse(readFileSync(file, 'utf8'));
    const before = readRecord<object>(release, host);
    const changes = findWireChanges(before ?? after, after);
    expect(
      changes.filter(({ operation }) => !named.includes(operation)),
      advice,
    ).toEqual([]);
  },
);

it.each(['upgrading', 'volunteer'])('docs/%s.md installs the last release', (page) => {
  const manual = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  const releases = [...manual.matchAll(/ checkout v(\S+)/g)].map(([, name]) => name);
  expect([...new Set(releases)]).toEqual([release]);
});

const text = `# Changelog

## 0.3.0 (unreleased)

### Clients

- \`GET /new/\` is new.

### Breaking changes

- \`GET /diary\` has no \`Table1\`.

### Operators

- \`MainUrl\` is documented.

## 0.2.0 (2026-12-24)

### Breaking changes

- \`GET /old/\` is gone.
`;

it('a breaking change is named in the section of the next release', () => {
  expect(listBreakingNames(text)).toEqual(['GET /diary', 'Table1']);
  expect(findNextRelease(text)).toBe('0.3.0');
});

it('a release has its date in the changelog', () => {
  const released = dateNextRelease(text, '2027-01-02');
  expect(released).toContain('\n## 0.3.0 (2027-01-02)\n');
  expect(findNextRelease(released)).toBeUndefined();
  expect(listBreakingNames(released)).toEqual([]);
});
