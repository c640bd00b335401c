import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Formats } from '#functions/account/formats.ts';
import { findBestTimes, type ImportOrigin } from '#functions/diary/entry/origin.ts';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { joinSeries } from '#functions/diary/series/join-series.ts';
import type { BestTimes, WorkoutCurves } from '#functions/diary/series/workout-curves.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderFacts, renderStatistics } from '#shared/pages/card.ts';
import { renderActions, renderLinkButton } from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { toDayUrl, toEntryUrl, toWorkoutUrl } from '../data-url.ts';
import { exerciseTexts } from '../exercise.texts.ts';
import {
  type Exercise,
  findSpeedKind,
  getExerciseName,
  listFacts,
  listStatistics,
} from '../exercise-facts.ts';
import type { NameView } from '../origin-name.ts';
import { renderCurves } from './curves-section.ts';
import { renderLaps } from './laps-section.ts';
import { renderNoCurves, renderOrigin } from './origin-section.ts';
import { renderRoute } from './route-section.ts';
import { type WorkoutTexts, workoutTexts } from './workout.texts.ts';

/** The curves of an entry or of one that it hides, and where they come from. */
export interface Recording {
  origin: ImportOrigin;
  curves: WorkoutCurves;
}

interface WorkoutPageProps extends Pick<NameView, 'getProviderName'> {
  entry: Exercise;
  /** The recordings of the workout, that of the entry itself first. */
  recordings: readonly Recording[];
  /** The records from which numbers can be taken, that of the entry itself first. */
  records: readonly ImportedEntry[];
  /** Has the data source of the entry, if there is one. */
  sources: readonly DataSource[];
  /** The number of laps before the shown ones. */
  firstLap: number;
  showsAllLaps: boolean;
}

/** The properties of the page, and those that its sections share. */
export interface WorkoutPageView extends WorkoutPageProps, NameView {
  account: AccountContext;
  labels: WorkoutTexts;
  formats: Formats;
}

/** Renders a workout: its numbers, its route, its curves, its laps, and where all of it is from. */
export function renderWorkoutPage(
  account: AccountContext,
  props: WorkoutPageProps,
): string {
  const { language, formats, pages } = account;
  const { entry, recordings } = props;
  const labels = workoutTexts[language];
  const view = { ...props, account, labels, words: exerciseTexts[language], formats };
  const { id, date, start_time, hidden_by } = entry;
  const time = start_time && formats.startTime(start_time);
  const outline = recordings.find(({ curves }) => curves.outline)?.curves.outline;
  const series = joinSeries(recordings.map(({ curves }) => curves.series));
  return renderAccountPage(account, {
    title: getExerciseName(entry, language),
    notices: labels.notices,
    lead: [formats.fullDate(date), time].filter(Boolean).join(', '),
    width: 'wide',
    body: html`${hidden_by !== undefined && renderHidden(hidden_by, view)}${renderStatistics(
      listStatistics(entry, view),
    )}<div class="columns">
<div>
${renderFacts([...listFacts(entry, view), findPaused(view), ...listFastest(view)])}${renderActions(
  [
    { label: labels.day, url: toDayUrl(pages, date) },
    { label: labels.change, url: toEntryUrl(pages, id) },
  ].map((link) => renderLinkButton({ ...link, kind: 'secondary' })),
)}</div>
${outline && renderRoute(outline, view)}</div>
${series ? renderCurves(series, view) : renderNoCurves(view)}${
  series && renderLaps(series, view)
}${renderOrigin(view)}`,
  });
}

function renderHidden(
  shownId: string,
  { labels, account: { pages } }: WorkoutPageView,
): Html {
  return renderNotice(
    html`${labels.hidden} <a href="${toWorkoutUrl(pages, shownId)}">${labels.shown}</a>`,
  );
}

/** The fastest distances that an import finds, in meters. */
const fastestDistances = { km1: 1000, km5: 5000, km10: 10_000 } as const satisfies Record<
  keyof BestTimes,
  number
>;

/** Returns the time with pauses, if the workout had some. */
function findPaused({ entry, labels, formats }: WorkoutPageView) {
  const { elapsed = 0 } = entry.imported ?? {};
  const value = elapsed > entry.duration ? formats.duration(elapsed) : undefined;
  return { label: labels.withPauses, value };
}

/** Lists the fastest distances of the workout, with the time and the pace or the speed. */
function listFastest({ entry, recordings, labels, formats }: WorkoutPageView) {
  const best = findBestTimes(entry) ?? {};
  const kind = findSpeedKind(entry);
  const isByPoints = recordings[0]?.curves.series.summed?.distance !== undefined;
  const toLabel = (name: keyof BestTimes) =>
    isByPoints ? labels.byPoints(labels.fastest[name]) : labels.fastest[name];
  return (['km1', 'km5', 'km10'] as const).map((name) => {
    const seconds = best[name];
    if (!seconds) return { label: toLabel(name), value: undefined };
    const speed = formats[kind](fastestDistances[name] / seconds);
    return { label: toLabel(name), value: `${formats.clock(seconds)} (${speed})` };
  });
}
