// Names the controls that Scalar leaves without a name, so that screen readers can announce them.

/** Returns the text of an element without its icons and hidden elements. */
function getText(element) {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll('svg, [aria-hidden="true"], .hidden'))
    hidden.remove();
  return copy.textContent.trim();
}

function hasName(element) {
  const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ');
  const isLabelled = labels.some((id) => document.getElementById(id));
  return Boolean(element.ariaLabel || element.title || getText(element) || isLabelled);
}

/** Returns the text of the label of a field, which refers to an element around the field. */
function findLabel(field) {
  const id = field.closest('[id]')?.id ?? '';
  const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
  return label && getText(label);
}

function nameFields() {
  for (const field of document.querySelectorAll('[contenteditable]:not([aria-label])')) {
    const name = findLabel(field) || field.dataset.placeholder || 'Value';
    field.setAttribute('aria-label', name);
    field.setAttribute('aria-expanded', 'false');
  }
}

function nameButtons() {
  for (const button of document.querySelectorAll('button')) {
    const isCopy = button.className.includes('copy-button') && !button.ariaLabel;
    if (isCopy) button.setAttribute('aria-label', 'Copy');
    else if (!hasName(button)) button.setAttribute('aria-label', 'Details');
  }
  for (const button of document.querySelectorAll('button.show-more[aria-label]')) {
    const text = getText(button);
    const isNamed = button.ariaLabel.startsWith(text);
    if (!isNamed) button.setAttribute('aria-label', `${text}: ${button.ariaLabel}`);
  }
}

/** Names each link with an icon, because the text beside the icon can be invisible. */
function nameLinks() {
  for (const link of document.querySelectorAll('a[href]:not([aria-label])')) {
    if (!link.querySelector('svg')) continue;
    link.setAttribute('aria-label', getText(link) || 'Documentation');
  }
}

/** Names the responses of each operation after it, because several operations are on the page. */
function nameResponses() {
  for (const region of document.querySelectorAll('.response-card[aria-labelledby]')) {
    const title = region.closest('section')?.querySelector('h2, h3');
    if (!title) continue;
    region.setAttribute('aria-label', `${region.ariaLabel}: ${getText(title)}`);
    region.removeAttribute('aria-labelledby');
  }
}

let isScheduled = false;

function nameControls() {
  isScheduled = false;
  nameFields();
  nameButtons();
  nameLinks();
  nameResponses();
}

new MutationObserver(() => {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(nameControls);
}).observe(document.body, { childList: true, subtree: true });
