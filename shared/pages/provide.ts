import { errorPage } from './error-page.ts';
import { textsFor } from './languages/languages.ts';
import { pageHeaders } from './layout.ts';
import { providePages } from './pages.ts';

providePages({
  headers: pageHeaders,
  error: (status, code, acceptLanguage) => errorPage(status, code, [textsFor(acceptLanguage)]),
});
