/** The most users who can authorize a client that the operator has not approved. */
export const maxSeats = 10;
