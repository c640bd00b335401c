import { serve } from '#shared/http/serve.ts';
import { selectTexts } from '#shared/pages/languages/languages.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import {
  type SignInProblem,
  toSignInResponse,
  verifySignIn,
} from '../../authentication/sign-in-attempt.ts';
import { startSession } from '../../authentication/start-session.ts';
import { readBrowser, requireFormToken } from '../../browser/browser.ts';
import { getPageUrls } from '../../browser/page-urls.ts';
import { getDestination } from '../destination.ts';
import { renderSignInPage } from '../sign-in.page.ts';
import { getFormReference } from '../sign-in.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const { query, body, header, table, addresses, version, requestId, fail } = call;
  const { email, password, form_token } = body;
  const browser = readBrowser(header);
  const form = { token: form_token, browser, reference: getFormReference(query) };
  requireFormToken(call, { purpose: 'sign-in', ...form });
  const texts = selectTexts(header('accept-language'));
  const scene = { table, texts, pages: getPageUrls(addresses, version), fail };
  const { name, address, forms, client_id } = await getDestination(query, browser.secret, scene);
  const again = (problem: SignInProblem) =>
    toSignInResponse(
      problem,
      renderSignInPage({ texts, destination: name, form_token, problem }),
      getPageHeaders(forms),
    );

  const claim = {
    email,
    password,
    purpose: 'sign_in',
    client_id,
    device: browser.device,
  } as const;
  const verdict = await verifySignIn(call, claim);
  if ('problem' in verdict) return again(verdict.problem);
  const { signIn } = verdict;
  const entry = await startSession(call, email, signIn, browser);
  audit(entry ? 'sign_in_succeeded' : 'sign_in_failed', {
    request_id: requestId,
    client_id,
    user_id: signIn.user_id,
  });
  return entry ? redirect(address, entry.cookies) : again('wrong');
});
