import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectWellMade } from './person.ts';

const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** axe-core, minified: Chromium compiles it in half the time. */
const axeSource = readFileSync(path, 'utf8');

/**
 * Loads axe-core in each page that the context opens from now on. It pays if most of these pages
 * are checked. Otherwise a check loads it.
 */
export const loadAxe = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({ path });

/**
 * The rules whose results differ between languages, color schemes and widths. All others see the
 * markup alone, so one view of a page is enough for them.
 */
const viewRules = [
  'button-name',
  'color-contrast',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'label',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
  'valid-lang',
];

/** `view` is for a page whose markup is checked in full in another view. */
export type RuleSet = 'all' | 'view';

/** The size of controls is a rule of WCAG 2.2, which axe-core leaves out by default. */
const runOptions: Readonly<Record<RuleSet, RunOptions>> = {
  all: { rules: { 'target-size': { enabled: true } } },
  view: { runOnly: viewRules },
};

/** Lists the violations that axe-core finds on the open page, each with its element. */
export async function listViolations(page: Page, ruleSet: RuleSet): Promise<string[]> {
  const options = JSON.stringify({
    ...runOptions[ruleSet],
    resultTypes: ['violations'],
  });
  const isLoaded = await page.evaluate(`'axe' in globalThis`);
  if (!isLoaded) await page.evaluate(axeSource);
  // Playwright would copy the whole result, which also describes the rules that a page follows.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

interface View {
  colorScheme: 'light' | 'dark';
  width: number;
}

export const views = {
  desktop: { colorScheme: 'light', width: 1280 },
  phone: { colorScheme: 'dark', width: 360 },
} as const satisfies Record<string, View>;

/** The options of a context whose pages are shown as on a phone from the start. */
export const phoneOptions = {
  colorScheme: views.phone.colorScheme,
  viewport: { width: views.phone.width, height: 740 },
} as const;

/** Changes how the open page is shown. */
export async function applyView(page: Page, { colorScheme, width }: View): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 740 });
}

/** Expects the open page to be well made, and to follow the rules as it is shown. */
export async function expectNoViolations(
  page: Page,
  language: string,
  ruleSet: RuleSet = 'all',
): Promise<void> {
  await expectWellMade(page, language);
  expect(await listViolations(page, ruleSet), page.url()).toEqual([]);
}
