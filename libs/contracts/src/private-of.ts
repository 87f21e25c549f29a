import { PrincipalId } from './ids.ts';

/** Field by which an admin reads private items of another principal. */
export const PrivateOf = PrincipalId.optional().describe(
  'For admins: access private items of this person or agent, in place of your own. The audit names you and them',
);
