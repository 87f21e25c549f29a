/**
 * Seconds in which a stopping process closes everything, after the CAIRN_DRAIN_SECONDS for which it continues to serve; then it
 * exits, whatever is still open. Whoever kills it after a time must wait at least for both.
 */
export const STOP_SECONDS = 20;
