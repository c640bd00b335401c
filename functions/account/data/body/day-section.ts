import type { AccountContext } from '#functions/account/account-context.ts';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import { typeNames } from '#functions/diary/measurement/measurement-types.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderFacts, renderStatistics } from '#shared/pages/card.ts';
import { renderLinkButton } from '#shared/pages/form.ts';
import { toBodyUrl } from '../data-url.ts';
import { bodyTexts } from './body.texts.ts';
import { formatValue, listSleepParts } from './format-value.ts';
import { measuredTexts } from './measured.texts.ts';
import { chartedTypes } from './measured-days.ts';
import { renderAttributions } from './source-names.ts';

/** Renders the night of a day, and what else was measured. Renders nothing if nothing was. */
export function renderMeasuredDay(
  day: string,
  shown: readonly PlacedMeasurement[],
  account: AccountContext,
): Html | undefined {
  if (shown.length === 0) return undefined;
  const { language, formats, pages } = account;
  const labels = bodyTexts[language];
  const words = measuredTexts[language];
  const sleeps = shown.filter(({ type }) => type === 'sleep');
  const nights = sleeps.map(({ measured }) => ({
    label: measured.sleep?.is_nap === true ? words.nap : words.types.sleep,
    value: formatValue('sleep', measured, account),
    comparison: labels.night(
      formats.startTime(measured.time ?? ''),
      formats.startTime(measured.sleep?.end ?? ''),
    ),
  }));
  const others = typeNames.flatMap((type) => {
    const ofType = shown.filter((value) => value.type === type && type !== 'sleep');
    const texts = ofType.map(({ measured }) => formatValue(type, measured, account));
    const fact = { label: words.types[type], value: texts.join(', ') };
    return texts.length === 0 ? [] : { ...fact, isMain: chartedTypes.includes(type) };
  });
  const parts = sleeps.flatMap(({ measured }) => listSleepParts(measured, account));
  const url = toBodyUrl(pages, { day });
  return html`<section>
<div class="head">
<h2>${labels.title}</h2>
${renderLinkButton({ label: labels.showValues, url, kind: 'secondary' })}</div>
${renderStatistics([...nights, ...others.filter(({ isMain }) => isMain)])}${renderFacts([
  ...parts,
  ...others.filter(({ isMain }) => !isMain),
])}${renderAttributions(shown)}</section>
`;
}
