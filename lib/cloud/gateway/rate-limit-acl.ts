import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

interface RateLimitAclProps {
  /** The stages of the APIs that share the limit. */
  stages: readonly Stage[];
  /** The maximum number of requests of one IP address in five minutes. */
  rateLimit: number;
}

/** Metrics of the rule, without samples of requests, which would contain tokens. */
const visibility = { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };

/**
 * A web ACL of AWS WAF that blocks an IP address while it exceeds a rate. The gateway then responds
 * with WAF_FILTERED.
 */
export class RateLimitAcl extends Construct {
  constructor(scope: Construct, id: string, { stages, rateLimit }: RateLimitAclProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: { ...visibility, metricName: 'Requests' },
      rules: [
        {
          name: 'RateOfAddress',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: 300,
              limit: rateLimit,
            },
          },
          visibilityConfig: { ...visibility, metricName: 'RateOfAddress' },
        },
      ],
    });
    for (const stage of stages) {
      new CfnWebACLAssociation(this, `${stage.restApi.node.id}Association`, {
        resourceArn: stage.stageArn,
        webAclArn: acl.attrArn,
      });
    }
  }
}
