/** What a table can leave open, with the answers that a person or a client can give. */
export const questionChoices = {
  day_order: ['day_first', 'month_first'],
  weight_unit: ['kg', 'lb'],
  energy_unit: ['kcal', 'kj'],
} as const;

export type QuestionId = keyof typeof questionChoices;

/** Something that a table leaves open, which is not guessed. */
export interface TableQuestion {
  id: QuestionId;
  file_name: string;
  /** A value of the table of which it is asked. */
  example: string;
}

/** What a person or a client has answered for all tables of an import. */
export type TableAnswers = {
  readonly [Id in QuestionId]?: (typeof questionChoices)[Id][number] | undefined;
};
