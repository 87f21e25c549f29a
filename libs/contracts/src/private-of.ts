import { PrincipalId } from './ids.ts';

/** The field by which an admin reaches what is private to somebody else. */
export const PrivateOf = PrincipalId.optional().describe(
  'For admins: reach what is private to this person or agent, in place of what is private to you. The audit names you and them',
);
