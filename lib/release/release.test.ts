import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
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

it('an update from the last release keeps data and addresses, unless the changelog says so', () => {
  const before = readRecord<ComparedTemplate>(release, 'template');
  const after: ComparedTemplate = JSON.parse(readFileSync(inject('template'), 'utf8'));
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

it.each(['upgrading', 'volunteer', 'self-hosting', 'how-to/cut-a-release'])(
  'docs/%s.md finds the last release by the subject of its commit',
  (page) => {
    const manual = readFileSync(join(root, `docs/${page}.md`), 'utf8');
    const commands = manual
      .split('\n')
      .filter((line) => /git (?:checkout|worktree)/.test(line));
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const [, subject = ''] = /HEAD\^\{\/(.+)\}'$/.exec(command) ?? [];
      expect(`Release ${release}`, command).toMatch(RegExp(subject || '$^'));
    }
  },
);

/** The lines of the changelog since the release with which its form began. */
const entries = changelog
  .split(/^## 0\.5\.0 /m, 1)
  .join()
  .split('\n')
  .slice(6);

it('a line of the changelog has an area and at most 15 words, or says what was before', () => {
  const form = /^(?:|#{2,3} .+|- [A-Z][\w ]*: \S+(?: \S+)*\.| {2}Before: .+\.)$/;
  expect(entries.filter((line) => !form.test(line))).toEqual([]);
  const changes = entries.filter((line) => line.startsWith('- '));
  expect(changes.filter((line) => line.slice(2).split(' ').length > 15)).toEqual([]);
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
