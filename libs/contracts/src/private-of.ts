import { PrincipalId } from './ids.ts';

/** Field with which an admin accesses private items of another principal. */
export const PrivateOf = PrincipalId.optional().describe(
  'For admins: reach what is private to this person or agent, in place of what is private to you. The audit names you and them',
);
