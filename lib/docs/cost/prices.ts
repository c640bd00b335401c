/**
 * AWS list prices in US dollars in us-east-1, without the free tier, as of November 2026. Source:
 * the pricing page of each service, e.g. aws.amazon.com/ses/pricing. Scheduled rules are free.
 */
export const prices = {
  /** REST API, the first 333 million requests of a month. */
  apiRequest: 3.5e-6,
  /**
   * Per million: $0.27 for an invocation of the stream's function, 20 ms with 256 MB, and $1.20 for
   * three SQS requests. The function sends up to ten messages in a request.
   */
  queueMessage: 1.47e-6,
  /** SES, a mail to one recipient: $0.10 per thousand. Data of attachments is extra. */
  mail: 0.1e-3,
  invocation: 0.2e-6,
  /** Lambda on arm64. */
  gigabyteSecond: 0.0000133334,
  /** DynamoDB on demand. */
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  /** CloudFront over HTTPS in North America and Europe. */
  cdnRequest: 1e-6,
  /** CloudFront Functions. */
  cdnFunction: 0.1e-6,
  /** CloudWatch Logs, ingestion. */
  logGigabyte: 0.5,
} as const;
