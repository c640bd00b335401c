import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { signText } from '#shared/objects/signature.ts';
import { type S3Error, s3Errors } from '../engines/objects/s3-response.ts';
import { getScope, type LocalSigner } from './signed-url.ts';

/** The fields of a form by their names in lower case. */
export type FormFields = Map<string, string>;

/** A form that its policy allows: the key of its object, and the sizes that it may have. */
export interface FormPolicy {
  key: string;
  size: { min: number; max: number };
}

/** The conditions that functions sign: exact values of fields, and a range of sizes. */
type Condition = Readonly<Record<string, string>> | readonly [string, number, number];

interface SignedPolicy {
  expiration: string;
  conditions: readonly Condition[];
}

/** The fields that a policy does not name. */
const unnamedFields = new Set(['policy', 'x-amz-signature']);

/** Verifies the policy of a form as S3 does. Returns the error of S3 for a form that it refuses. */
export function verifyPolicy(
  fields: FormFields,
  { credentials }: LocalSigner,
  now: number,
): FormPolicy | { error: S3Error } {
  const encoded = fields.get('policy') ?? '';
  const scope = getScope(fields.get('x-amz-credential') ?? '');
  const expected = signText(encoded, credentials.secretAccessKey, scope);
  const isGenuine = isEqualInConstantTime(expected, fields.get('x-amz-signature') ?? '');
  if (!isGenuine) return { error: s3Errors.signatureDoesNotMatch };

  const policy: SignedPolicy = JSON.parse(Buffer.from(encoded, 'base64').toString());
  const { expiration, conditions } = policy;
  if (!(Date.parse(expiration) > now)) return { error: s3Errors.policyExpired };

  const values = new Map(conditions.filter(isExact).flatMap(Object.entries<string>));
  const names = [...fields.keys()].filter((name) => !unnamedFields.has(name));
  const isAllowed = [...names, ...values.keys()].every(
    (name) => values.has(name) && values.get(name) === fields.get(name),
  );
  if (!isAllowed) return { error: s3Errors.policyFailed };

  const [, min = 0, max = Number.POSITIVE_INFINITY] = conditions.find(isRange) ?? [];
  return { key: fields.get('key') ?? '', size: { min, max } };
}

function isRange(condition: Condition): condition is readonly [string, number, number] {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

function isExact(condition: Condition): condition is Readonly<Record<string, string>> {
  return !Array.isArray(condition);
}
