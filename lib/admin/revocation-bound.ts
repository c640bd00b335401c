/** What an operator is told who revokes tokens (decision A9). */
export const revocationBound =
  'A gateway that has just seen one of the tokens may accept it for up to 60 seconds more.';
