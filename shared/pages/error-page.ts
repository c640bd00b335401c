import { html } from './html.ts';
import { layout } from './layout.ts';

const titles: Record<number, string> = {
  400: 'This request cannot be carried out',
  403: 'This request was refused',
  404: 'There is nothing here',
  413: 'This is too much at once',
  429: 'Too many attempts',
};

/** The page that tells a person what went wrong and what to do. */
export function errorPage(status: number, message: string): string {
  const title = titles[status] ?? 'Something went wrong';
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, '');
  return layout({ title, body: html`<h1>${title}</h1>\n<p>${sentence}.</p>` });
}
