import {
  findTakenFrom,
  getMergedNumber,
  type MergedMember,
} from '#functions/diary/entry/merged-fields.ts';
import {
  parseSourceKey,
  toSourceKey,
  type WorkoutReference,
} from '#functions/diary/entry/origin.ts';
import {
  canBeCombined,
  findEdited,
  type ImportedEntry,
  isImported,
  wasEdited,
} from '#functions/diary/merging/imported-entry.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderDisclosure, renderForm, renderSelect } from '#shared/pages/form.ts';
import { nameOrigin } from '../origin-name.ts';
import type { WorkoutPageView } from './workout.page.ts';

/** The members that a person takes from one record together, by the names of their fields. */
export const choices = {
  distance: ['distance'],
  energy: ['energy'],
  heart_rate: ['avg_heart_rate', 'max_heart_rate'],
  max_speed: ['max_speed'],
  elevation: ['elevation_change'],
} as const satisfies Record<string, readonly MergedMember[]>;

export type Choice = keyof typeof choices;
export const choiceNames = Object.keys(choices) as readonly Choice[];

/** The words for them. */
const choiceWords = {
  distance: 'distance',
  energy: 'energy',
  heart_rate: 'heartRate',
  max_speed: 'maxSpeed',
  elevation: 'elevation',
} as const satisfies Record<Choice, keyof WorkoutPageView['words']>;

function hasSameNumber(one: ImportedEntry, other: ImportedEntry, member: MergedMember) {
  return getMergedNumber(one, member) === getMergedNumber(other, member);
}

/**
 * Renders, closed, a form in which the person chooses from which record of a workout each number
 * is taken. It is empty if there is nothing to choose.
 */
export function renderChoices(view: WorkoutPageView): Html {
  const { account, entry, records, labels } = view;
  // A hidden record has no others, but can have what the person has chosen of them.
  if (records.length < 2) return html``;
  const selects = choiceNames.flatMap((choice) => renderChoice(choice, view) ?? []);
  if (selects.length === 0) return html``;
  return renderDisclosure({
    summary: labels.choose,
    body: renderForm({
      form_token: account.form_token,
      action: account.pages.account('workout'),
      hidden: { id: entry.id },
      body: html`<p>${labels.chooseHint}</p>
${selects}<p class="actions"><button class="secondary" name="action" value="take">${
        labels.chooseButton
      }</button></p>
`,
    }),
  });
}

/** Renders the choice among the records that have a number, if there are several. */
function renderChoice(choice: Choice, view: WorkoutPageView): Html | undefined {
  const { entry, records, labels, words } = view;
  const members: readonly MergedMember[] = choices[choice];
  const own = { ...entry, ...entry.own };
  const edited = isImported(own) && wasEdited(own) ? findEdited(own) : undefined;
  if (members.some((each) => edited?.includes(each))) return undefined;
  const [member = 'distance'] = members;
  const chosen = entry.chosen?.[member] ?? '';
  const [first] = records;
  const options = records.flatMap((record) => {
    const value = toSourceKey(record.source);
    const differs = members.some((each) => first && !hasSameNumber(record, first, each));
    const number = getMergedNumber(record, member);
    // A choice stays until the person makes another one.
    const isOffered = value === chosen || (number !== undefined && differs);
    if (record !== first && !isOffered) return [];
    return { value, label: nameNumber(choice, record.source, number, view) };
  });
  if (chosen && !options.some(({ value }) => value === chosen)) {
    const label = nameNumber(choice, parseSourceKey(chosen), undefined, view);
    options.push({ value: chosen, label });
  }
  if (options.length < 2) return undefined;
  return renderSelect({
    id: choice,
    label: words[choiceWords[choice]],
    value: chosen,
    options: [{ value: '', label: labels.bestMeasured }, ...options],
  });
}

/** Names a record and its number, e.g. `Polar: 151 bpm`. */
function nameNumber(
  choice: Choice,
  origin: WorkoutReference,
  number: number | undefined,
  view: WorkoutPageView,
): string {
  const text = number === undefined ? '–' : formatNumber(choice, number, view);
  return `${nameOrigin(origin, view)}: ${text}`;
}

function formatNumber(
  choice: Choice,
  number: number,
  { formats, labels }: WorkoutPageView,
): string {
  switch (choice) {
    case 'distance':
      return formats.workoutDistance(number, false);
    case 'energy':
      return formats.energy(number);
    case 'heart_rate':
      return `${formats.amount(number)} ${labels.units.heartRate}`;
    case 'max_speed':
      return formats.speed(number);
    case 'elevation':
      return formats.elevation(number);
  }
}

/** Lists the numbers that are taken from other records, with the records. */
export function listTaken(view: WorkoutPageView): string[] {
  const { entry, labels, words } = view;
  const { max_heart_rate, ...from } = findTakenFrom(entry);
  const taken = choiceNames.flatMap((choice) => {
    const origin = from[choices[choice][0]];
    return origin ? [{ name: words[choiceWords[choice]], origin }] : [];
  });
  // One sentence names both heart rates if they are of one record.
  if (max_heart_rate && max_heart_rate !== from.avg_heart_rate)
    taken.push({ name: labels.maxHeartRate, origin: max_heart_rate });
  return taken.map(({ name, origin }) =>
    labels.takenFrom(name, nameOrigin(origin, view)),
  );
}

/** Lists the records of a workout from which numbers can be taken, that of the entry first. */
export function listOfferedRecords(
  entry: WorkoutPageView['entry'],
  stored: readonly ImportedEntry[],
): ImportedEntry[] {
  const wholes = (entry.duplicates ?? []).filter(
    ({ matched_by }) => matched_by !== 'part',
  );
  const ids = new Set(wholes.map(({ id }) => id));
  const own = { ...entry, ...entry.own };
  if (!isImported(own) || !canBeCombined(own)) return [];
  return [own, ...stored.filter((each) => ids.has(each.id) && canBeCombined(each))];
}
