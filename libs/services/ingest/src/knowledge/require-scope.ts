import { CairnError } from '@cairn/contracts';
import { isMalformedChannel, maySpeakFor, peerChannelKind, type Principal } from '@cairn/domain';
import { requireOpen } from '@cairn/store';

/** Refuses an incomplete channel as the scope of a base, and a peer channel that the creator's key may not use. */
export function requireScope(author: Principal, scope: string | null): void {
  if (scope === null) return;
  if (isMalformedChannel(scope, author.peerPrefixes))
    throw new CairnError('request/invalid', 'scope names no whole channel', {
      issues: [{ field: 'scope', message: 'names no whole channel', value: scope, allowed: '<prefix>:<name>' }],
    });
  if (peerChannelKind(scope, author.peerPrefixes) === 'peer' && !maySpeakFor(author, scope))
    throw new CairnError('auth/forbidden', `this key may not speak for the peer channel ${JSON.stringify(scope)}`, {
      issues: [{ field: 'scope', message: 'is a peer channel that this key may not speak for', value: scope }],
    });
  requireOpen(author, scope, 'scope');
}
