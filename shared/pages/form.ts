import { type Html, html } from '../html/html.ts';

interface Form {
  /** The CSRF token. */
  form_token: string;
  /**
   * The page that takes the form. Defaults to the open page. A page with a query names itself here,
   * because w3m leaves out the query otherwise.
   */
  action?: string | undefined;
  /** Values that the person does not see. */
  hidden?: Readonly<Record<string, string>>;
  /** Whether the page names all problems at once, instead of the browser one by one. */
  hasProblems?: boolean;
  /** Whether it sends files. */
  hasFiles?: boolean;
  /** Whether it is as wide as the page, e.g. around a table with buttons. */
  isWide?: boolean;
  body: Html | readonly Html[];
}

/** Renders a form that posts to our own page, with its CSRF token. */
export function renderForm({
  form_token,
  action,
  hidden = {},
  hasProblems = false,
  hasFiles = false,
  isWide = false,
  body,
}: Form): Html {
  const attributes = renderAttributes({
    action,
    class: isWide ? undefined : 'form',
    novalidate: hasProblems,
    enctype: hasFiles ? multipart : undefined,
  });
  return html`<form method="post"${attributes}>
${renderHidden({ form_token, ...hidden })}${body}</form>
`;
}

const multipart = 'multipart/form-data';

function renderHidden(values: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
}

interface SignedForm {
  action: string;
  /** The fields that are signed. No other but the file may be sent. */
  fields: Readonly<Record<string, string>>;
  /** The field `file` comes after the others. */
  body: Html;
}

/** Renders a form that sends a file to a bucket. It has a signature instead of a CSRF token. */
export function renderSignedForm({ action, fields, body }: SignedForm): Html {
  const attributes = renderAttributes({ action, class: 'form', enctype: multipart });
  return html`<form method="post"${attributes}>
${renderHidden(fields)}${body}</form>
`;
}

/** The members that the fields of forms share. The id is also the name of the field. */
interface FieldFrame {
  id: string;
  label: string;
  hint?: string | undefined;
  /** The problem of the value. */
  problem?: string | undefined;
  /** Whether the alert of the page says what is wrong with the value. */
  isInvalid?: boolean;
}

/** Attributes of an input, such as `autocomplete` and `maxlength`. True has no value. */
type InputAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

interface Field extends FieldFrame {
  value?: string | undefined;
  /** Defaults to `text`. */
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'time' | 'search' | 'file';
  attributes?: InputAttributes;
  /** Texts in which the browser searches while a person types. Others can be entered, too. */
  suggestions?: readonly string[];
}

/** Renders an input with its label, a hint and what is wrong with it. */
export function renderField(field: Field): Html {
  const { id, type = 'text', value, attributes = {}, suggestions } = field;
  const list = suggestions && `${id}-list`;
  const all = { id, name: id, type, value, list, ...attributes };
  const options = suggestions?.map((text) => html`<option value="${text}">\n`);
  return renderFrame(
    field,
    html`<input${renderAttributes(all)}${describeField(field)}>${
      options && html`\n<datalist id="${list}">\n${options}</datalist>`
    }`,
  );
}

export interface SelectOption {
  value: string;
  label: string;
}

/** Options of a long list under a heading. */
interface OptionGroup {
  heading: string;
  options: readonly SelectOption[];
}

interface Select extends FieldFrame {
  options: readonly (SelectOption | OptionGroup)[];
  /** The value of the option that is selected at first. */
  value?: string | undefined;
}

/** Renders a choice of one of several values. */
export function renderSelect(select: Select): Html {
  const { id, options, value: selected } = select;
  return renderFrame(
    select,
    html`<select id="${id}" name="${id}"${describeField(select)}>
${options.map((option) => renderOption(option, selected))}</select>`,
  );
}

function renderOption(
  option: SelectOption | OptionGroup,
  selected: string | undefined,
): Html {
  if ('heading' in option)
    return html`<optgroup label="${option.heading}">
${option.options.map((member) => renderOption(member, selected))}</optgroup>
`;
  const { value, label } = option;
  const attribute = value === selected && html` selected`;
  return html`<option value="${value}"${attribute}>${label}</option>\n`;
}

interface Checkbox {
  id: string;
  /** The name of the field, if several boxes share it. Defaults to the id. */
  name?: string;
  label: Html | string;
  /** The value that is sent if the box is ticked. Defaults to `yes`. */
  value?: string;
  isChecked?: boolean;
  isRequired?: boolean;
  /** Whether the alert of the page says that the box must be ticked. */
  isInvalid?: boolean;
  /** The id of what is wrong with the boxes of a group, as `renderFieldProblem` writes it. */
  problemId?: string | undefined;
  /** The id of a hint. */
  describedBy?: string;
}

/** Renders a box to tick. */
export function renderCheckbox({
  id,
  name = id,
  label,
  value = 'yes',
  isChecked = false,
  isRequired = false,
  isInvalid = false,
  problemId = isInvalid ? 'problem' : undefined,
  describedBy,
}: Checkbox): Html {
  return renderBox(label, {
    id,
    name,
    type: 'checkbox',
    value,
    checked: isChecked,
    required: isRequired,
    'aria-invalid': problemId === undefined ? undefined : 'true',
    'aria-describedby': problemId ?? describedBy,
  });
}

function renderBox(label: Html | string, attributes: InputAttributes): Html {
  return html`<div><label class="checkbox"><input${renderAttributes(attributes)}><span>${
    label
  }</span></label></div>
`;
}

interface Radios {
  /** The name of the field, and the beginning of the ids. */
  name: string;
  legend: string;
  hint: string;
  options: readonly SelectOption[];
  /** The value that is chosen at first. */
  value?: string | undefined;
  problem?: string | undefined;
}

/** Renders a choice of one of a few values, all of which are seen. */
export function renderRadios(radios: Radios): Html {
  const { name, legend, hint, options, value: chosen, problem } = radios;
  const described = problem === undefined ? 'hint' : 'problem';
  const boxes = options.map(({ value, label }) =>
    renderBox(label, {
      id: `${name}-${value}`,
      name,
      type: 'radio',
      value,
      checked: value === chosen,
      required: true,
      'aria-invalid': problem === undefined ? undefined : 'true',
      'aria-describedby': `${name}-${described}`,
    }),
  );
  return html`<fieldset>
<legend>${legend}</legend>
<p class="muted" id="${name}-hint">${hint}</p>
${boxes}${renderFieldProblem(`${name}-problem`, problem)}</fieldset>
`;
}

interface Button {
  label: string;
  /** A longer label for screen readers. Contains the label (WCAG 2.5.3). */
  description?: string | undefined;
  /** The field that is sent if the form is sent with this button. */
  name?: string;
  value?: string;
  /** Each form has at most one primary button, which is the default. */
  kind?: 'primary' | 'secondary' | 'danger';
}

/** Renders a button that sends its form. */
export function renderButton({ label, description, name, value, kind }: Button): Html {
  const attributes = renderAttributes({
    class: kind === 'primary' ? undefined : kind,
    name,
    value,
    'aria-label': description,
  });
  return html`<button${attributes}>${label}</button>\n`;
}

interface LinkButton extends Pick<Button, 'label' | 'description'> {
  url: string;
  kind?: 'primary' | 'secondary';
}

/** Renders a link that looks like a button: the page that it leads to continues the action. */
export function renderLinkButton({ label, description, url, kind }: LinkButton): Html {
  const attributes = renderAttributes({
    class: kind === 'secondary' ? 'button secondary' : 'button',
    href: url,
    'aria-label': description,
  });
  return html`<a${attributes}>${label}</a>\n`;
}

/** Renders buttons or links beside each other. */
export function renderActions(actions: readonly Html[]): Html {
  return html`<div class="actions">
${actions}</div>
`;
}

interface Disclosure {
  /** The text that opens the body. */
  summary: string;
  /** Whether it is open from the start, e.g. because its form failed. Defaults to false. */
  isOpen?: boolean;
  body: Html;
}

/**
 * Renders a form that deletes data, apart from others and closed: deleting takes two decisions. The
 * body says what will be lost, and its button has the kind `danger`.
 */
export function renderDangerZone(disclosure: Disclosure): Html {
  return renderDetails('danger', disclosure);
}

interface DangerForm extends Pick<Form, 'form_token' | 'action' | 'hidden'> {
  /** The text that opens it. */
  summary: string;
  /** The text that says what will be lost. */
  hint: Html | string;
  button: Omit<Button, 'kind'>;
}

/** Renders a form of one button, which deletes data, as `renderDangerZone` does. */
export function renderDangerForm({ summary, hint, button, ...form }: DangerForm): Html {
  const body = renderButton({ ...button, kind: 'danger' });
  return renderDangerZone({
    summary,
    body: html`<p>${hint}</p>\n${renderForm({ ...form, body })}`,
  });
}

/** Renders what few people need, closed: a form that adds or changes something, for example. */
export function renderDisclosure(disclosure: Disclosure): Html {
  return renderDetails('more', disclosure);
}

function renderDetails(className: string, disclosure: Disclosure): Html {
  const { summary, isOpen = false, body } = disclosure;
  return html`<details class="${className}"${isOpen && { html: ' open' }}>
<summary>${summary}</summary>
${body}</details>
`;
}

function renderFrame({ id, label, hint, problem }: FieldFrame, control: Html): Html {
  const hintLine =
    hint !== undefined && html`<p class="muted" id="${id}-hint">${hint}</p>\n`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${hintLine}${control}
${renderFieldProblem(`${id}-problem`, problem)}</div>
`;
}

/** Renders what is wrong with a field or a group of boxes, if anything is. */
export function renderFieldProblem(
  id: string,
  problem: string | undefined,
): Html | undefined {
  return problem === undefined
    ? undefined
    : html`<p class="problem" id="${id}">${problem}</p>\n`;
}

/** Returns the attributes that connect a control with its hint and problem. */
function describeField({ id, hint, problem, isInvalid = false }: FieldFrame): Html {
  const ids = [
    isInvalid && 'problem',
    hint !== undefined && `${id}-hint`,
    problem !== undefined && `${id}-problem`,
  ].filter((part) => part !== false);
  return renderAttributes({
    'aria-invalid': isInvalid || problem !== undefined ? 'true' : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  });
}

function renderAttributes(attributes: InputAttributes): Html {
  const parts = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false) return html``;
    const key = { html: name };
    return value === true ? html` ${key}` : html` ${key}="${value}"`;
  });
  return html`${parts}`;
}
