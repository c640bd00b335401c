import { formatKnown } from '#functions/account/formats.ts';
import { type DayRange, isWithin } from '#functions/diary/entry/dates.ts';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import { typeNames } from '#functions/diary/measurement/measurement-types.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards, renderStatistics } from '#shared/pages/card.ts';
import { renderDisclosure } from '#shared/pages/form.ts';
import { renderTable } from '#shared/pages/table.ts';
import type { BodyView } from './body.page.ts';
import {
  renderMeanChart,
  renderSleepChart,
  renderStepsChart,
  toRangeUrl,
} from './body-charts.ts';
import { formatAmount, formatValue } from './format-value.ts';
import { measuredTexts } from './measured.texts.ts';
import {
  average,
  averageRanges,
  chartedTypes,
  computeMeans,
  type DayAmount,
  listDayAmounts,
  listNights,
  type Night,
} from './measured-days.ts';
import { nameSource, renderAttributions } from './source-names.ts';

/** The days of the types that have a chart, those before the period included. */
interface ChartedDays {
  weight: readonly DayAmount[];
  sleep: readonly Night[];
  steps: readonly DayAmount[];
  resting_heart_rate: readonly DayAmount[];
}

/** Renders the values of a period: numbers, charts, tables, and where they come from. */
export function renderNumbers(view: BodyView): Html {
  const { shown } = view;
  const days: ChartedDays = {
    weight: listDayAmounts('weight', shown),
    sleep: listNights(shown),
    steps: listDayAmounts('steps', shown),
    resting_heart_rate: listDayAmounts('resting_heart_rate', shown),
  };
  const { weight, sleep, steps, resting_heart_rate } = days;
  const body = html`${renderMeanChart('weight', weight, view)}${renderSleepChart(sleep, view)}`;
  const pulse = renderMeanChart('resting_heart_rate', resting_heart_rate, view);
  const charts = html`${body}${renderStepsChart(steps, view)}${pulse}`;
  const tables = html`${renderTableOfRanges(days, view)}${renderMore(view)}`;
  return html`${renderAverages(days, view)}${charts}${tables}${renderSources(view)}`;
}

/** Renders the last weight with its mean, and the averages of the rest with their last day. */
function renderAverages(days: ChartedDays, view: BodyView): Html | undefined {
  const { period, account, labels } = view;
  const ofRange = (type: keyof ChartedDays) =>
    days[type].filter(({ date }) => isWithin(period, date));
  const weight = ofRange('weight').at(-1);
  const mean = computeMeans(days.weight).find(({ date }) => date === weight?.date);
  const weights = weight && {
    label: measuredTexts[account.language].types.weight,
    value: formatAmount('weight', weight.amount, account),
    comparison: mean && labels.mean(formatAmount('weight', mean.amount, account)),
  };
  const others = (['sleep', 'steps', 'resting_heart_rate'] as const).map((type) => {
    const shown = ofRange(type);
    const last = shown.at(-1);
    if (!last) return undefined;
    const format = (amount: number) => formatAmount(type, amount, account);
    return {
      label: labels.averages[type],
      value: format(average(shown.map(({ amount }) => amount))),
      comparison: labels.latest(format(last.amount), account.formats.shortDay(last.date)),
    };
  });
  const known = [weights, ...others].filter((statistic) => statistic !== undefined);
  return known.length === 0 ? undefined : renderStatistics(known);
}

/** Lists the columns of the table that have a number of the period. */
function listColumns(days: ChartedDays, { period, account, labels }: BodyView) {
  const { formats, language } = account;
  const words = measuredTexts[language];
  const unit = formats.units.weight.symbol;
  const formatWeight = (amount: number) => formats.number('weight', amount);
  const formatWhole = (amount: number) => formats.amount(Math.round(amount));
  const columns = [
    { label: words.types.weight, unit, days: days.weight, format: formatWeight },
    {
      label: labels.meanColumn,
      unit,
      days: computeMeans(days.weight),
      format: formatWeight,
    },
    {
      label: labels.asleepColumn,
      unit: 'h:min',
      days: days.sleep,
      format: formats.hours,
    },
    { label: words.types.steps, days: days.steps, format: formatWhole },
    {
      label: words.types.resting_heart_rate,
      unit: words.units.bpm,
      days: days.resting_heart_rate,
      format: formatWhole,
    },
  ];
  return columns.filter((column) =>
    column.days.some(({ date }) => isWithin(period, date)),
  );
}

/** Renders the numbers of the charts as a table, the newest first. */
function renderTableOfRanges(days: ChartedDays, view: BodyView): Html | undefined {
  const { period, account, labels } = view;
  const { formats } = account;
  const nameRow = ({ first }: DayRange) =>
    period.unit === 'day' ? formats.shortDay(first) : formats.shortDate(first);
  const columns = listColumns(days, view);
  if (columns.length === 0) return undefined;
  const amounts = columns.map((column) => averageRanges(column.days, period.ranges));
  const rows = period.ranges.flatMap((range, index) => {
    const ofSpan = amounts.map((column) => column[index] ?? null);
    if (ofSpan.every((amount) => amount === null)) return [];
    const name = html`<a href="${toRangeUrl(range, view)}">${nameRow(range)}</a>`;
    const cells = columns.map(({ format }, column) =>
      formatKnown(ofSpan[column] ?? null, format),
    );
    return [[name, ...cells]];
  });
  return renderDisclosure({
    summary: labels.tableSummary,
    body: renderTable({
      caption: labels.tableSummary,
      columns: [
        { label: labels.unitColumn[period.unit] },
        ...columns.map(({ label, unit }) => ({
          label,
          isNumber: true,
          ...(unit !== undefined && { unit }),
        })),
      ],
      rows: rows.toReversed(),
    }),
  });
}

/** The days of a further type that are seen at once. */
const openDays = 5;

/** Renders the values of the types without a chart as lists, the newest first. */
function renderMore(view: BodyView): Html | undefined {
  const { period, shown, account, labels } = view;
  const words = measuredTexts[account.language];
  const inRange = shown.filter(({ measured }) => isWithin(period, measured.date));
  const cards = typeNames
    .filter((type) => !chartedTypes.includes(type))
    .flatMap((type) => {
      const values = inRange.filter((value) => value.type === type);
      if (values.length === 0) return [];
      const days = Map.groupBy(values, ({ measured }) => measured.date);
      const items = [...days].map(([date, ofDay]) => renderItem(date, ofDay, view));
      items.reverse();
      const rest = items.slice(openDays);
      const summary = labels.earlierValues(rest.length);
      const earlier = html`<ul class="links">
${rest}</ul>
`;
      const body = html`<ul class="links">
${items.slice(0, openDays)}${
  rest.length > 0 && html`<li>${renderDisclosure({ summary, body: earlier })}</li>\n`
}</ul>
`;
      return renderCard({ title: words.types[type], level: 3, body });
    });
  if (cards.length === 0) return undefined;
  return html`<h2>${labels.more}</h2>
${renderCards(cards)}`;
}

/** Renders a day with its value, or with the lowest and the highest of several. */
function renderItem(
  date: string,
  ofDay: readonly PlacedMeasurement[],
  { period, account }: BodyView,
): Html {
  const { formats } = account;
  const day = toRangeUrl(
    { first: date, last: date },
    { period: { ...period, unit: 'day' }, account },
  );
  const inOrder = ofDay.toSorted(
    (one, other) => one.measured.value - other.measured.value,
  );
  const ends = [...inOrder.slice(0, 1), ...inOrder.slice(-1)];
  const texts = ends.map(({ type, measured }) => formatValue(type, measured, account));
  return html`<li class="entry"><a href="${day}">${formats.shortDay(date)}</a>
<p>${[...new Set(texts)].join(' – ')}</p></li>
`;
}

/** Renders which sources have values of which types, and on how many days they are shown. */
function renderSources({
  period,
  values,
  shown,
  names,
  account,
  labels,
}: BodyView): Html {
  const words = measuredTexts[account.language];
  const isShown = new Set(shown);
  const inRange = values.filter(({ measured }) => isWithin(period, measured.date));
  const groups = Map.groupBy(inRange, ({ type, origin }) => `${type} ${origin}`);
  const countDays = (ofGroup: readonly PlacedMeasurement[]) =>
    new Set(ofGroup.map(({ measured }) => measured.date)).size;
  const sources = [...groups.values()].map((ofGroup) => {
    const [first] = ofGroup as [PlacedMeasurement];
    return {
      rank: typeNames.indexOf(first.type),
      type: words.types[first.type],
      name: nameSource(first, names, words),
      days: countDays(ofGroup),
      shownDays: countDays(ofGroup.filter((value) => isShown.has(value))),
    };
  });
  const inOrder = sources.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      other.shownDays - one.shownDays ||
      other.days - one.days ||
      one.name.localeCompare(other.name),
  );
  const { amount } = account.formats;
  return html`<h2>${labels.sources}</h2>
<p class="muted">${labels.sourcesHint}</p>
${renderTable({
  caption: labels.sourcesCaption,
  columns: [
    { label: labels.sourceColumns.source, hasNames: true },
    { label: labels.sourceColumns.days, isNumber: true },
    { label: labels.sourceColumns.shown, isNumber: true },
  ],
  // The source is below its type: a phone has no room beside it.
  rows: inOrder.map(({ type, name, days, shownDays }) => [
    html`${type}<br><span class="muted">${name}</span>`,
    amount(days),
    amount(shownDays),
  ]),
})}${renderAttributions(inRange)}`;
}
