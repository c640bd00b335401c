import { type ImportOrigin, isFileOrigin } from '#functions/diary/entry/origin.ts';
import { isEdited, isImported } from '#functions/diary/merging/imported-entry.ts';
import { hasPoints } from '#functions/diary/series/join-series.ts';
import type { WorkoutSeries } from '#functions/diary/series/workout-curves.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderLinkButton } from '#shared/pages/form.ts';
import { renderTable } from '#shared/pages/table.ts';
import { toImportUrl } from '../../imports/import-facts.ts';
import { renderAttribution } from '../attribution.ts';
import { toWorkoutUrl } from '../data-url.ts';
import { describeDuplicate, nameWithPreposition } from '../origin-name.ts';
import { listTaken, renderChoices } from './choice-section.ts';
import type { WorkoutPageView } from './workout.page.ts';

/** Renders where the numbers and the curves come from, what was joined, and where totals differ. */
export function renderOrigin(view: WorkoutPageView): Html {
  const { entry, recordings, labels, account } = view;
  const { source, duplicates = [] } = entry;
  const recording = recordings.find(({ curves }) => hasPoints(curves.series));
  const sentences = [
    describeOrigin(view),
    isImported(entry) && isEdited(entry) && labels.edited,
    recording &&
      recording.origin !== source &&
      labels.curvesFrom(nameWithPreposition(recording.origin, view)),
    ...duplicates.map((duplicate) => {
      const url = toWorkoutUrl(account.pages, duplicate.id);
      return html`${describeDuplicate(duplicate, view)} <a href="${url}">${labels.toHidden}</a>`;
    }),
    duplicates.length > 0 && labels.separate,
    ...listTaken(view),
  ].filter((sentence) => sentence !== undefined && sentence !== false);
  return html`<h2>${labels.origin}</h2>
${sentences.map((sentence) => html`<p>${sentence}</p>\n`)}${renderChoices(view)}${renderAttribution(
  entry,
)}${recording && renderTotals(recording.curves.series, view)}`;
}

function describeOrigin(view: WorkoutPageView): string {
  const { entry, labels } = view;
  const { source, origin, from_file } = entry;
  if (from_file) return labels.imported(view.words.fromFile(from_file.file_name));
  if (source) return labels.imported(nameWithPreposition(source, view));
  return origin === 'person' ? labels.entered : labels.byApplication;
}

/** Renders why there are no curves, and what can bring them. */
export function renderNoCurves({ entry, labels, account }: WorkoutPageView): Html {
  const { source, duplicates = [] } = entry;
  const file = [source, ...duplicates].find(
    (origin: ImportOrigin | undefined) => origin && isFileOrigin(origin),
  );
  const link = file?.import_id
    ? { label: labels.toImport, url: toImportUrl(account, file.import_id) }
    : { label: labels.importFiles, url: account.pages.account('imports') };
  return html`<h2>${labels.noCurves}</h2>
<p>${file ? labels.noCurvesOfFile : labels.noCurvesElse}</p>
<p>${renderLinkButton({ ...link, kind: 'secondary' })}</p>
`;
}

/** Renders the totals that a recording states beside the sums of all points, where they differ. */
function renderTotals(
  { stated = {}, summed = {} }: WorkoutSeries,
  { labels, words, formats }: WorkoutPageView,
): Html | undefined {
  const formatRate = (rate: number) =>
    `${formats.amount(rate)} ${labels.units.heartRate}`;
  const numbers = [
    { name: 'duration', label: words.duration, format: formats.clock },
    {
      name: 'distance',
      label: words.distance,
      format: (meters: number) => formats.workoutDistance(meters, false),
    },
    { name: 'avg_heart_rate', label: words.heartRate, format: formatRate },
    { name: 'max_heart_rate', label: labels.maxHeartRate, format: formatRate },
    { name: 'elevation_change', label: words.elevation, format: formats.elevation },
  ] as const;
  const rows = numbers.flatMap(({ name, label, format }) => {
    const [total, sum] = [stated[name], summed[name]];
    if (total === undefined || sum === undefined) return [];
    const texts = [format(total), format(sum)] as const;
    return texts[0] === texts[1] ? [] : [[label, ...texts]];
  });
  if (rows.length === 0) return undefined;
  return renderTable({
    caption: labels.totalsCaption,
    columns: [
      { label: labels.total },
      { label: labels.stated, isNumber: true },
      { label: labels.summed, isNumber: true },
    ],
    rows,
  });
}
