/** Who can create an account: nobody, people with an invitation, or everybody (wire.md A12). */
export const signUpModes = ['off', 'invited', 'open'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** The settings of the operator that functions read. */
export interface ServiceSettings {
  signUp: SignUpMode;
  /** The address that mail is sent from. Undefined if the service sends no mail. */
  mailFrom: string | undefined;
}

export type Setting = keyof ServiceSettings;

/** The environment variable of each setting. */
export const settingVariables: Readonly<Record<Setting, string>> = {
  signUp: 'SIGN_UP',
  mailFrom: 'MAIL_FROM',
};
