import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts, renderStatistics } from '#shared/pages/card.ts';
import { renderAttribution } from '../attribution.ts';
import { toEntryUrl, toWorkoutUrl } from '../data-url.ts';
import {
  type Exercise,
  getExerciseName,
  listFacts,
  listStatistics,
} from '../exercise-facts.ts';
import { nameWithPreposition } from '../origin-name.ts';
import type { DayPageView } from './day.page.ts';
import { renderMerging } from './merging-section.ts';

/**
 * Renders an exercise with everything that is stored, its source, and its duplicates. Its title
 * leads to its page.
 */
export function renderExercise(entry: Exercise, view: DayPageView): Html {
  const { labels, words, formats, account } = view;
  const { id, start_time, source } = entry;
  const name = getExerciseName(entry, account.language);
  const time = start_time && formats.startTime(start_time);
  // A day can have several of a kind.
  const label = labels.changeLabel([name, time].filter(Boolean).join(', '));
  const subtitle = [time, source && words.imported(nameWithPreposition(source, view))];
  return renderCard({
    title: html`<a href="${toWorkoutUrl(account.pages, id)}">${name}</a>`,
    subtitle: subtitle.filter(Boolean).join(' · ') || undefined,
    level: 3,
    body: html`${renderStatistics(listStatistics(entry, view))}${renderFacts(
      listFacts(entry, view),
    )}${renderAttribution(entry)}${renderMerging(entry, view)}
<p><a href="${toEntryUrl(account.pages, id)}" aria-label="${label}">${labels.change}</a></p>
`,
  });
}
