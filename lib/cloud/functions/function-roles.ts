import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  acknowledgeNagFindings,
  objectFindings,
  tracingFinding,
} from '../base/acknowledge.ts';

interface FunctionRoleProps {
  /** The permissions of the functions, besides writing their log. */
  statements: readonly PolicyStatement[];
  logGroup: ILogGroup;
  isTraced: boolean;
}

/** Allows sending traces. X-Ray has no resources to which the right could be limited. */
const createTraceStatement = () =>
  new PolicyStatement({
    actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    resources: ['*'],
  });

/** A role of functions. It allows writing their log and using the resources that they declare. */
class FunctionRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    { statements, logGroup, isTraced }: FunctionRoleProps,
  ) {
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const actions = statements.flatMap((statement) => statement.actions);
    const traces = isTraced ? [createTraceStatement()] : [];
    const policy = new PolicyDocument({
      statements: [writeLog, ...traces, ...statements],
    });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Functions with ${actions.join(', ') || 'no access to a store'}`,
      inlinePolicies: { Function: policy },
    });
    acknowledgeNagFindings(this, ...objectFindings);
    if (isTraced) acknowledgeNagFindings(this, tracingFinding);
  }
}

/**
 * The roles of functions. Functions that declare the same set of permissions share a role (decision
 * 0017).
 */
export class FunctionRoles {
  readonly #scope: Construct;
  readonly #logGroup: ILogGroup;
  readonly #isTraced: boolean;
  readonly #roles = new Map<string, FunctionRole>();

  constructor(scope: Construct, logGroup: ILogGroup, isTraced: boolean) {
    this.#scope = scope;
    this.#logGroup = logGroup;
    this.#isTraced = isTraced;
  }

  /** Returns the role with exactly these permissions, besides writing the log and traces. */
  get(statements: readonly PolicyStatement[]): FunctionRole {
    const id = `FunctionRole${this.#computeDigest(statements)}`;
    const existing = this.#roles.get(id);
    if (existing) return existing;

    const role = new FunctionRole(this.#scope, id, {
      statements,
      logGroup: this.#logGroup,
      isTraced: this.#isTraced,
    });
    this.#roles.set(id, role);
    return role;
  }

  /** Computes a digest that does not depend on the order of statements. */
  #computeDigest(statements: readonly PolicyStatement[]): string {
    const stack = Stack.of(this.#scope);
    const texts = statements.map((statement) =>
      JSON.stringify(stack.resolve(statement.toStatementJson())),
    );
    const digest = createHash('sha256').update(texts.sort().join('\n')).digest('hex');
    return digest.slice(0, 12);
  }
}
