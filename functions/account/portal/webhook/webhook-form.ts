import {
  type SelectableType,
  selectableTypes,
} from '#functions/account/webhook/registration.ts';
import { maxWebhooks } from '#functions/account/webhook/webhook.ts';
import type { WebhookProblem } from '#functions/account/webhook/webhook-problem.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderCheckbox,
  renderDisclosure,
  renderField,
  renderFieldProblem,
} from '#shared/pages/form.ts';
import { addressAttributes } from '../address-attributes.ts';
import type { WebhookTexts } from '../webhook.texts.ts';
import type { WebhookFormProblems, WebhookValues } from './webhook-fields.ts';

/** The values of the form of a webhook, and its problems. */
export interface WebhookInput {
  values?: WebhookValues;
  problems?: WebhookFormProblems;
}

/** Types that are selected all at once: all, and those of a resource. */
const groups = selectableTypes.filter((type) => type.endsWith('*'));
const singles = selectableTypes.filter((type) => !type.endsWith('*'));

export function renderWebhookFields(
  { values = {}, problems = {} }: WebhookInput,
  labels: WebhookTexts,
): Html {
  const { url = '' } = values;
  const problemId = problems.types === undefined ? undefined : 'types-problem';
  const renderBox = (type: SelectableType) =>
    renderCheckbox({
      id: type,
      label: formatType(type, labels),
      isChecked: Boolean(values[type]),
      problemId,
    });
  const single = renderDisclosure({
    summary: labels.single,
    isOpen: singles.some((type) => values[type]),
    body: html`${singles.map(renderBox)}`,
  });
  return html`${renderField({
    id: 'url',
    label: labels.url,
    hint: labels.urlHint,
    value: url,
    problem: problems.url,
    attributes: { ...addressAttributes, maxlength: 1000, required: true },
  })}<fieldset>
<legend>${labels.types}</legend>
${groups.map(renderBox)}${single}${renderFieldProblem('types-problem', problems.types)}</fieldset>
`;
}

/** Formats a type of events as the forms name it. A single one is its name. */
function formatType(type: SelectableType, labels: WebhookTexts): Html | string {
  const code = html`<code>${type}</code>`;
  if (type === '*') return html`${labels.all}: ${code}`;
  return code;
}

/** Returns what the page says about the problems of a form, or undefined if there is none. */
export function summarizeWebhookProblems(
  { problems }: WebhookInput,
  labels: WebhookTexts,
): string | undefined {
  if (!problems) return undefined;
  const { other, ...ofFields } = problems;
  const isMarked = Object.keys(ofFields).length > 0;
  const sentences = [other, isMarked ? labels.problems.fields : undefined];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** Returns what is wrong with which field if a webhook cannot be created or changed. */
export function toFormProblems(
  problem: WebhookProblem,
  labels: WebhookTexts,
): WebhookFormProblems {
  const { problems, refusals } = labels;
  switch (problem.code) {
    case 'url':
      return { url: problems.faults[problem.fault] };
    case 'challenge': {
      const { failure } = problem;
      const reason =
        failure.kind === 'status'
          ? labels.status(failure.response.status)
          : problems.challenges[failure.kind];
      return { url: problems.challenge(reason) };
    }
    case 'too_many_challenges':
      return { url: problems.tooManyChallenges };
    case 'exists':
      return { url: problems.exists };
    case 'too_many':
      return { other: labels.full(maxWebhooks) };
    case 'operator':
      return { other: problems.locked };
    case 'changed':
      return { other: refusals.webhook_changed };
  }
}
