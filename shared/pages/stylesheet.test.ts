import { expect, it } from 'vitest';
import { baseStylesheet, stylesheet } from './stylesheet.ts';

/** The colors of texts, each with the colors behind them. */
const textColors = [
  { text: 'text', behind: ['surface', 'background', 'accent-soft', 'danger-soft'] },
  { text: 'muted', behind: ['surface', 'background'] },
  { text: 'accent', behind: ['surface', 'background', 'accent-soft'] },
  { text: 'danger', behind: ['surface', 'background'] },
  { text: 'on-accent', behind: ['accent', 'danger'] },
];

/** The colors of bars and of the borders of controls, which are on the same backgrounds. */
const shapeColors = ['accent', 'second', 'control', 'danger'];

/** Reads the custom properties of a color scheme. */
function readColors(scheme: 'light' | 'dark'): Map<string, string> {
  const [light = '', dark = ''] = baseStylesheet.split('(prefers-color-scheme: dark)');
  const rules = scheme === 'light' ? light : dark;
  const properties = rules.matchAll(/--([\w-]+): (#[\da-f]+);/g);
  return new Map(Array.from(properties, ([, name = '', color = '']) => [name, color]));
}

/** Returns the relative luminance of a color such as `#fff` or `#16202a` (WCAG 2.2). */
function getLuminance(color: string): number {
  const digits = color.slice(1);
  const hex = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = Array.from(Buffer.from(hex, 'hex'), (byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function getContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map(getLuminance)
    .sort((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

// WCAG 1.4.3 and 1.4.11.
it.each(['light', 'dark'] as const)(
  'has %s colors whose texts and shapes have the minimum contrast',
  (scheme) => {
    const colors = readColors(scheme);
    const getColor = (name: string) => colors.get(name) ?? '';
    const texts = textColors.flatMap(({ text, behind }) =>
      behind.map((background) => ({ color: text, background, minimum: 4.5 })),
    );
    const shapes = shapeColors.flatMap((color) =>
      ['surface', 'background'].map((background) => ({ color, background, minimum: 3 })),
    );
    const unreadable = [...texts, ...shapes].filter(
      ({ color, background, minimum }) =>
        !(getContrast(getColor(color), getColor(background)) >= minimum),
    );
    expect(colors.size).toBe(12);
    expect(unreadable).toEqual([]);
  },
);

it('has no color that is the same in both schemes', () => {
  const rules = `${baseStylesheet}${stylesheet}`;
  const properties = /(?<![\w-])(?:color|background|fill|stroke|accent-color): ([^;]+);/g;
  const values = Array.from(rules.matchAll(properties), ([, value = '']) => value);
  const names = 'currentColor|inherit|none|transparent|CanvasText|GrayText|Highlight';
  const fromScheme = new RegExp(`^(?:var\\(--[\\w-]+\\)|${names})$`);
  expect(values.filter((value) => !fromScheme.test(value))).toEqual([]);
  expect(values.length).toBeGreaterThan(10);
});
