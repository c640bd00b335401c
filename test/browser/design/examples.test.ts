import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import { languages } from '#shared/pages/language.ts';
import { applyView, listViolations, type RuleSet } from '../axe.ts';
import { openBrowser } from '../chromium.ts';
import { newContext } from '../person.ts';
import { renderExamplePage } from './examples.ts';

const browser = await openBrowser();
/** The folder of the photographs, which nothing compares: people look at them. */
const folder = join(root, 'dist', 'screenshots');

const schemes = ['light', 'dark'] as const;
const widths = [360, 1280];

it.each(languages)(
  'the components have no violations in any view: %s',
  async (language) => {
    await mkdir(folder, { recursive: true });
    const context = await newContext(browser);
    const page = await context.newPage();
    await page.setContent(renderExamplePage(language));
    // The first view checks the markup, which is the same in all.
    let ruleSet: RuleSet = 'all';
    for (const colorScheme of schemes) {
      for (const width of widths) {
        await applyView(page, { colorScheme, width });
        const view = `${language}-${colorScheme}-${width}`;
        expect(await listViolations(page, ruleSet), view).toEqual([]);
        ruleSet = 'view';
        expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(
          width,
        );
        const path = join(folder, `components-${view}.png`);
        expect((await page.screenshot({ fullPage: true, path })).length).toBeGreaterThan(
          0,
        );
      }
    }
    await context.close();
  },
);

it('statistics fit in 320 pixels with text of twice the size', async () => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.setContent(renderExamplePage('en'));
  await applyView(page, { colorScheme: 'light', width: 320 });
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const boxes = await Promise.all(
    (await page.locator('main > .stats > div').all()).map((each) => each.boundingBox()),
  );
  const ends = boxes.map((box) => (box ? box.x + box.width : Number.NaN));
  expect(ends).toHaveLength(9);
  expect(Math.max(...ends)).toBeLessThanOrEqual(320);
  await context.close();
});

it('fields beside each other line up, whatever their labels and problems are', async () => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.setContent(renderExamplePage('en'));
  await applyView(page, { colorScheme: 'light', width: 360 });
  const boxes = ['#day', '#minutes'].map((id) => page.locator(id).boundingBox());
  const [day, minutes] = await Promise.all(boxes);
  expect(day?.y).toBe(minutes?.y);
  expect(day?.width).toBe(minutes?.width);
  await context.close();
});
