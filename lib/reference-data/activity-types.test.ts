import { describe, expect, it } from 'vitest';
import {
  ActivityTypeSource,
  requireNameForEachType,
  requireValidActivityTypes,
} from './activity-types.ts';
import { parseSource } from './source.ts';

const root = {
  key: 'run',
  name: 'Run',
  short_name: 'run',
  parent: '',
  icon: 'sport-shoe',
  mets: '8',
  mets_speed: '2:6.5|3:6.5|4:9',
  location_aware: 'true',
  import_only: 'false',
  user_action_past: '{user.name} went for a run',
  user_action_present: '{user.name} is out running',
  activities_are: 'Runs are',
  mets_basis: 'direct',
  mets_source: 'Compendium2024:12150',
  mets_speed_source: 'Compendium2024:12028,12029',
  note: '',
};
const child = { ...root, key: 'run_jog', parent: 'run', icon: '' };

type Cells = Partial<typeof root>;

/** Checks a file with one row for each change. The first row is the root of the others. */
function check(...changes: Cells[]): void {
  const rows = changes.map((change, i) => ({ ...(i === 0 ? root : child), ...change }));
  const lines = [
    Object.keys(root),
    ...rows.map((row) => Object.values(row).map((cell) => `"${cell}"`)),
  ];
  const file = { path: 'data/activities.csv', text: lines.join('\n') };
  requireValidActivityTypes(file.path, parseSource(file, ActivityTypeSource));
}

describe('the source of the activity types', () => {
  it('is accepted if it has no problems', () => {
    expect(() => check({}, {})).not.toThrow();
  });

  it.each<[string, Cells]>([
    ['key: must be lower-case words joined by _', { key: 'Run Jog' }],
    ['name: must be text without white space around it', { name: ' Jog' }],
    ['mets: must be a decimal number', { mets: '7,5' }],
    ['mets_speed: must be speed:mets pairs', { mets_speed: '1:2|3' }],
    [
      'user_action_past: must start with {user.name}',
      { user_action_past: 'went for a jog' },
    ],
    ['import_only: must be one of true, false', { import_only: 'no' }],
    ['its parent does not exist', { parent: 'jog' }],
    ['it is its own ancestor', { parent: 'run_jog' }],
    ['a root must have an icon, and no other type may have one', { icon: 'bike' }],
    ['its METs must be above 0 and at most 25', { mets: '0' }],
    ['its speeds do not ascend', { mets_speed: '2:6|2:7' }],
    ['its METs fall as the speed rises', { mets_speed: '2:7|3:6' }],
    [
      'it must have both or neither of mets_speed and mets_speed_source',
      { mets_speed: '' },
    ],
    ['it must have a mets_source unless its METs are an assumption', { mets_source: '' }],
    ['two rows have the same key', { key: 'run', parent: '', icon: 'bike' }],
  ])('is rejected with the problem: %s', (problem, change) => {
    expect(() => check({}, change)).toThrow(problem);
  });

  it("is rejected if two types are each other's parent", () => {
    expect(() => check({ parent: 'run_jog', icon: '' }, {})).toThrow(
      /run: it is its own ancestor\n.*run_jog: it is its own ancestor/,
    );
  });

  it('is rejected with an error that names the file, and the row of every problem', () => {
    expect(() => check({ mets: 'x' }, { name: '' })).toThrow(
      /^data\/activities.csv has problems:\n {2}run: mets: .*\n {2}run_jog: name: /,
    );
  });
});

it('the German names are one for each activity type, and no others', () => {
  const text = [Object.keys(root).join(','), `"${Object.values(root).join('","')}"`];
  const file = { path: 'data/activities.csv', text: text.join('\n') };
  const types = parseSource(file, ActivityTypeSource);
  const check = (...keys: string[]) => {
    const names = keys.map((key) => ({ key, name: 'Laufen' }));
    requireNameForEachType('data/activity-names-de.csv', names, types);
  };
  expect(() => check('run')).not.toThrow();
  for (const keys of [[], ['run', 'run'], ['run', 'walk']])
    expect(() => check(...keys)).toThrow(/^data\/activity-names-de.csv has problems:\n/);
});
