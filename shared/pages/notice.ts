import { type Html, html } from '../html/html.ts';
import { renderLinkButton } from './form.ts';

/**
 * Renders an error message. It gets the focus, so that screen readers and keyboard users start at
 * the message.
 */
export function renderAlert(message: string): Html {
  return html`<p class="error" id="problem" role="alert" tabindex="-1" autofocus>${message}</p>\n`;
}

/** Renders a confirmation message. It gets the focus, as an alert does. */
export function renderStatus(message: string): Html {
  return html`<p class="success" role="status" tabindex="-1" autofocus>${message}</p>\n`;
}

/** Renders what a person should know, which is not the result of what they just did. */
export function renderNotice(
  message: Html | string,
  kind: 'notice' | 'error' = 'notice',
): Html {
  return html`<p class="${kind}">${message}</p>\n`;
}

interface EmptyState {
  /** A sentence that says what is missing. */
  title: string;
  /** A sentence that says how it is added. */
  text: string;
  /** The links with which to begin, the most usual one first. Defaults to none. */
  actions?: readonly { label: string; url: string }[];
}

/** Renders what a page shows instead of an empty list: what belongs here, and how to begin. */
export function renderEmptyState(state: EmptyState): Html {
  const { title, text, actions = [] } = state;
  const links = actions.map((action, index) =>
    renderLinkButton({ ...action, kind: index === 0 ? 'primary' : 'secondary' }),
  );
  return html`<section class="empty">
<h2>${title}</h2>
<p>${text}</p>
${links.length > 0 && html`<div class="actions">\n${links}</div>\n`}</section>
`;
}

/** Renders a text that people copy: one click selects all of it, and long lines wrap. */
export function renderTextToCopy(text: string): Html {
  return html`<pre class="copy"><code>${text}</code></pre>\n`;
}
