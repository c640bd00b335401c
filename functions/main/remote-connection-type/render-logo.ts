import { html } from '#shared/html/html.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

/**
 * Angle between the hues of neighbouring ids, in degrees: the golden angle keeps any two far apart.
 */
const goldenAngle = 137.508;

/**
 * The initials of the first two words of a name, capitals within a word counting as the start of
 * one.
 */
export function toInitials(name: string): string {
  const words = name.split(/[\s.]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}

/**
 * A neutral mark for a type, as SVG: its initials, white on a colour of its own that is dark enough
 * to read them.
 */
export function renderLogo({ id, name }: Pick<RemoteConnectionType, 'id' | 'name'>): string {
  const hue = Math.round((Number(id) * goldenAngle) % 360);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" role="img" aria-labelledby="name">
<title id="name">${name}</title>
<rect width="128" height="128" rx="28" fill="hsl(${hue}, 60%, 28%)"/>
<text x="64" y="64" dy=".35em" fill="#fff" font-family="system-ui, sans-serif" font-size="56" font-weight="600" text-anchor="middle">${toInitials(name)}</text>
</svg>
`.html;
}
