/** The consent of a person to the processing of their health data. */
export interface HealthConsent {
  /** The version of the wording that the person consented to. */
  version: string;
  given_datetime: string;
  withdrawn_datetime?: string;
}

/** The members of a profile that say whether the person's data may be processed. */
export interface Processing {
  /** Absent if the person was never asked, or has not decided yet. */
  health_consent?: HealthConsent;
  /** When the person restricted the processing. Absent if it is not restricted. */
  restricted_datetime?: string;
  /** When the person last lifted a restriction. */
  resumed_datetime?: string;
}

/** The version of the wording of the consent. A change of the wording needs a new version. */
export const healthConsentVersion = '2';

/** Returns whether a person consents to the processing of health data, in the current wording. */
export function hasHealthConsent({ health_consent: consent }: Processing): boolean {
  if (consent?.version !== healthConsentVersion) return false;
  return consent.withdrawn_datetime === undefined;
}

/**
 * Returns whether a person has to be asked for the consent. A person who has restricted the
 * processing has decided: they consent when they lift the restriction.
 */
export function mustAskForConsent(processing: Processing): boolean {
  return processing.restricted_datetime === undefined && !hasHealthConsent(processing);
}

/** Returns whether a write of a profile has lifted the restriction of processing. */
export function hasResumed(profile: Processing, before?: Processing): boolean {
  if (profile.restricted_datetime !== undefined) return false;
  return profile.resumed_datetime !== before?.resumed_datetime;
}

/** Returns the consent that a person gives now. */
export function newHealthConsent(now: Date): HealthConsent {
  return { version: healthConsentVersion, given_datetime: now.toISOString() };
}
