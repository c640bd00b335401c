import { html } from '#shared/html/html.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

/** Degrees between the hues of consecutive ids. The golden angle keeps any two hues apart. */
const goldenAngle = 137.508;

/**
 * Returns the initials of the first two words of a name. A capital inside a word starts a new word.
 */
export function toInitials(name: string): string {
  const words = name.split(/[\s.]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
  const initials = words.slice(0, 2).map(toInitial);
  return initials.join('');
}

function toInitial(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase();
}

/**
 * Renders a neutral logo as SVG: white initials on a dark color that is different for each type.
 */
export function renderLogo({
  id,
  name,
}: Pick<RemoteConnectionType, 'id' | 'name'>): string {
  const hue = Math.round((Number(id) * goldenAngle) % 360);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128"
  role="img" aria-labelledby="name">
<title id="name">${name}</title>
<rect width="128" height="128" rx="28" fill="hsl(${hue}, 60%, 28%)"/>
<text x="64" y="64" dy=".35em" text-anchor="middle" fill="#fff"
  font-family="system-ui, sans-serif" font-size="56" font-weight="600">${toInitials(name)}</text>
</svg>
`.html;
}
