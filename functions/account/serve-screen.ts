import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { type LambdaHandler, serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { type AccountContext, redirectToSignIn } from './account-context.ts';
import { getPageDependencies, handleAccountForm } from './account-handler.ts';
import type { Again, Form, Outcome, Screen } from './screen.ts';
import type { FormEndpoint, PageEndpoint } from './screen-endpoints.ts';
import { showAccountPage } from './show-account-page.ts';

type PageRequest = HandlerRequest<PageEndpoint>;
type FormRequest = HandlerRequest<FormEndpoint>;

/** Returns the function of a page and its forms, each within the store calls that it declares. */
export function serveScreen(screen: Screen): LambdaHandler {
  const { show, change } = screen.endpoints;
  const handlers = {
    show: serve(show, getPageDependencies(show), (request) => showPage(screen, request)),
  };
  if (!change) return serveEach({ show }, handlers);
  return serveEach(
    { show, change },
    {
      ...handlers,
      change: serve(change, getPageDependencies(change), (request) =>
        submitForm(screen, request),
      ),
    },
  );
}

function showPage(screen: Screen, request: PageRequest) {
  return showAccountPage(request, screen, (account) =>
    renderScreen(screen, request, account),
  );
}

/** Loads and renders a page, unless it leads to another one. */
async function renderScreen(
  { load, render }: Screen,
  request: PageRequest | FormRequest,
  account: AccountContext,
  again?: unknown,
) {
  const data = await load(request, account);
  if (isRedirect(data)) return data;
  const shown = render(data, account, again);
  return typeof shown === 'string' ? { headers: {}, body: shown } : shown;
}

function submitForm(screen: Screen, request: FormRequest) {
  const { page, signedOutNotice } = screen;
  const form = screen.forms[request.body.action];
  if (!form) throw new Error(`The page ${page} has no form ${request.body.action}.`);
  const submit = async (account: AccountContext) => {
    const outcome = await form.submit(request, account);
    return endForm(screen, { form, outcome, request, account });
  };
  return handleAccountForm(request, screen, submit, { signedOutNotice, form });
}

/** A form, and what has become of it. */
interface SubmittedForm {
  form: Form<unknown>;
  outcome: Outcome<unknown>;
  request: FormRequest;
  account: AccountContext;
}

async function endForm(screen: Screen, submitted: SubmittedForm) {
  const { form, outcome, request, account } = submitted;
  if (isRedirect(outcome)) return outcome;
  if (outcome.kind === 'signIn') return redirectToSignIn(request, screen.page);
  if (outcome.kind === 'again') return showAgain(screen, request, account, outcome);

  const { notice, page = screen.page, parameters, cookies = [], subject } = outcome;
  if (form.audit && !outcome.isUnchanged) {
    const { user_id } = account.session;
    audit(form.audit, { request_id: request.requestId, user_id, ...subject });
  }
  const url = account.pages.account(page, parameters);
  const notices = notice === undefined ? [] : [serializeNotice<string>(page, notice)];
  return redirect(url, [...cookies, ...notices]);
}

/** Renders the page of a form again, with what the form shows. */
async function showAgain(
  screen: Screen,
  request: FormRequest,
  account: AccountContext,
  { shown, status = 400, headers, notice, query = {} }: Again<unknown>,
) {
  const changed = { ...request, query: { ...Object(request.query), ...query } };
  const page = await renderScreen(screen, changed, { ...account, notice }, shown);
  if (!('body' in page)) return page;
  return { ...page, status, headers: { ...page.headers, ...headers } };
}

function isRedirect(value: unknown): value is Redirect {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && 'status' in value && value.status === 303;
}
