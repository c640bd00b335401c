import { parseList } from 'structured-headers';
import { gatewayErrors } from '#lib/docs/reference/errors.ts';
import { type Endpoint, isLimited } from '#shared/contract/endpoint.ts';
import type { TestResponse } from './send.ts';

/** An item of a header field about limits: a policy, or what is left of one. */
interface LimitItem {
  policy: string;
  /** Its parameters by name. A partition key is in base64. */
  [parameter: string]: string | number;
}

/** Parses a header field by the rules of structured fields (RFC 9651). */
function parseField(field: string): LimitItem[] {
  return parseList(field).map(([policy, parameters]) => {
    const members = [...parameters].map(([name, value]) => [
      name,
      value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value,
    ]);
    return { policy: String(policy), ...Object.fromEntries(members) };
  });
}

/**
 * The header fields of a response about limits, or undefined if it has none. What is left is not
 * known while the function has not heard what others have counted.
 */
export function readLimitFields({ headers }: Pick<TestResponse, 'headers'>) {
  const policies = headers.get('ratelimit-policy');
  const limit = headers.get('ratelimit');
  if (policies === null) return undefined;
  return { policies: parseField(policies), limits: parseField(limit ?? '') };
}

function isInteger(value: unknown, min: number): boolean {
  return Number.isInteger(value) && Number(value) >= min;
}

const windows: Readonly<Record<string, number>> = { '15min': 900, day: 86_400 };

function findPolicyProblem({ policy, q, w, pk, ...others }: LimitItem) {
  const [, prefix, name = ''] = /^(application-)?(15min|day)$/.exec(policy) ?? [];
  const isRight =
    isInteger(q, 1) &&
    w === windows[name] &&
    (pk === undefined) === (prefix !== undefined) &&
    Object.keys(others).length === 0;
  return isRight ? undefined : `the policy ${policy} is wrong`;
}

/** Lists what is wrong with the fields of a response about limits. */
function listFieldProblems(response: TestResponse): (string | undefined)[] {
  const fields = readLimitFields(response);
  if (!fields) return ['it has no fields about limits'];
  const { policies, limits } = fields;
  const [limit, ...more] = limits;
  const problems = policies.map(findPolicyProblem);
  if (!limit) return problems;
  const policy = policies.find((candidate) => candidate.policy === limit?.policy);
  if (!policy || more.length > 0) return ['RateLimit has another policy'];
  const isRight =
    isInteger(limit.r, 0) &&
    Number(limit.r) <= Number(policy.q) &&
    isInteger(limit.t, 1) &&
    Number(limit.t) <= Number(policy.w) &&
    limit.pk === policy.pk;
  const problem = isRight ? undefined : 'RateLimit does not suit its policy';
  return [problem, findWaitProblem(response, limit), ...problems];
}

/** Returns the problem of a response that a limit refused. */
function findWaitProblem({ body, headers }: TestResponse, { policy, t }: LimitItem) {
  const { violated_policies: violated } = (body ?? {}) as {
    violated_policies?: string[];
  };
  if (!violated) return undefined;
  const isRight =
    violated.includes(policy) && Number(headers.get('retry-after')) >= Number(t);
  return isRight ? undefined : 'it does not say how long to wait for which limit';
}

/** Returns whether API Gateway sent a response, which has no fields about limits. */
function isOfGateway({ status, text }: TestResponse): boolean {
  const messages = gatewayErrors.filter((error) => error.status === status);
  return messages.some(({ message }) => {
    const [beginning = ''] = message.split('{');
    return text === '' || text.includes(beginning);
  });
}

/** Lists the problems of a response that must have the fields about limits. */
export function findLimitProblems(endpoint: Endpoint, response: TestResponse): string[] {
  const mustHave = isLimited(endpoint) && endpoint.auth !== 'public';
  if (!mustHave || response.status >= 500 || isOfGateway(response)) return [];
  return listFieldProblems(response).filter((problem) => problem !== undefined);
}
