import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { requireScope } from '#shared/http/request.ts';
import { serve } from '#shared/http/serve.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import * as jobs from '../file-import.store.ts';
import { importLimits, needsAnswer } from '../file-import.ts';
import { present } from '../file-import-representation.ts';
import { queueAnswered } from '../queue-import.store.ts';
import { isAboutBody } from '../tables/table-questions.ts';
import { buildAnswersSchema, isAnsweredAs, readAnswers } from './answers.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  apiDependencies,
  async ({ caller, params: { id }, body, table, links, now, fail }) => {
    const { user_id } = caller;
    const read = async () => {
      const found = await jobs.find(table, user_id, id, now);
      return requireFound(found, { kind: 'import', id }, fail);
    };
    const job = await read();
    if (needsAnswer(job)) {
      const { questions } = job;
      if (questions.some(isAboutBody)) requireScope('measurements.write', caller);
      parseOrFail(buildAnswersSchema(questions, body.answers), body);
      const answered = readAnswers(questions, body.answers);
      const outcome = await queueAnswered(table, user_id, job, answered);
      if (outcome === 'running')
        throw withRetryAfter(fail('imports_running'), importLimits.retryAfter);
    }
    const current = needsAnswer(job) ? await read() : job;
    if (!isAnsweredAs(current, body.answers)) throw fail('answered_otherwise');
    return { status: 200, body: present(current, links, caller) };
  },
);
