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

/** Lists the words that are on two lines, except those that no line has room for. */
const listBrokenWords = `(() => {
  const words = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d:]+/gu)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      if (lines.size > 1) words.push(word);
    }
  }
  return words.filter((word) => word.length < 20);
})()`;

it('no word is broken on a phone of 360 pixels with text of twice the size', async () => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.setContent(renderExamplePage('en'));
  // Half the width is the same in the size of the text, which media queries count in.
  await applyView(page, { colorScheme: 'light', width: 180 });
  expect(await page.evaluate(listBrokenWords)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(180);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const skip = await page.locator('.skip').boundingBox();
  expect((skip?.x ?? 0) + (skip?.width ?? 0)).toBeLessThanOrEqual(0);
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
