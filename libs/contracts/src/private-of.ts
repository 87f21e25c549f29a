import { PrincipalId } from './ids.ts';

/** How an admin reaches what is private to somebody else: by saying so in the call. */
export const PrivateOf = PrincipalId.optional().describe(
  'For admins: reach what is private to this person or agent, in place of what is private to you. The audit names you and them',
);
