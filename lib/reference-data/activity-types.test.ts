import { describe, expect, it } from 'vitest';
import { ActivityTypeSource, checkActivityTypes } from './activity-types.ts';
import { readSource } from './source.ts';

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

function check(...changes: Cells[]): void {
  const rows = changes.map((change, i) => ({ ...(i === 0 ? root : child), ...change }));
  const csv = [
    Object.keys(root),
    ...rows.map((row) => Object.values(row).map((cell) => `"${cell}"`)),
  ];
  checkActivityTypes(readSource(csv.join('\n'), ActivityTypeSource));
}

describe('the source of the activity types', () => {
  it('is accepted as it should be', () => {
    expect(() => check({}, {})).not.toThrow();
  });

  it.each<[string, Cells]>([
    ['key: must be lower-case words joined by _', { key: 'Run Jog' }],
    ['name: must be a text without blanks around it', { name: ' Jog' }],
    ['mets: must be a decimal number', { mets: '7,5' }],
    ['mets_speed: must be speed:mets pairs', { mets_speed: '1:2|3' }],
    ['user_action_past: must start with {user.name}', { user_action_past: 'went for a jog' }],
    ['import_only: must be one of true, false', { import_only: 'no' }],
    ['its parent does not exist', { parent: 'jog' }],
    ['it is its own ancestor', { parent: 'run_jog' }],
    ['a root, and only a root, names an icon', { icon: 'bike' }],
    ['its METs are not those of a living person', { mets: '0' }],
    ['its speeds do not ascend', { mets_speed: '2:6|2:7' }],
    ['its METs fall while the speed rises', { mets_speed: '2:7|3:6' }],
    ['its speeds and their source go together', { mets_speed: '' }],
    ['only an assumption goes without a code', { mets_source: '' }],
    ['a key is given twice', { key: 'run', parent: '', icon: 'bike' }],
  ])('is refused where %s', (complaint, change) => {
    expect(() => check({}, change)).toThrow(complaint);
  });

  it('is refused where two types are above each other', () => {
    expect(() => check({ parent: 'run_jog', icon: '' }, {})).toThrow(
      /run: it is its own ancestor\n.*run_jog: it is its own ancestor/,
    );
  });

  it('is refused with every problem at once, each with its row', () => {
    expect(() => check({ mets: 'x' }, { name: '' })).toThrow(/run: mets: .*\n.*run_jog: name: /);
  });
});
