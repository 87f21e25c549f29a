/** From the one that may least to the one that may most. */
export const roles = ['reader', 'writer', 'manager', 'admin'];
