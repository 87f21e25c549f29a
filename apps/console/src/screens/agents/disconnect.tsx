import { useAct } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { toast, toastFailure } from '../../parts/toast.tsx';
import type { AgentKey } from './agent-keys.ts';

/** Button that revokes the keys of an agent, and with them the permission of an OAuth client. What it stored stays. */
export function Disconnect({ name, keys }: { name: string; keys: readonly AgentKey[] }) {
  const revoke = useAct('revokeKey', () => toast(`${name} is disconnected. What it stored stays.`));
  const revokeAll = () => {
    for (const { keyId } of keys) revoke.mutate({ params: { id: keyId } }, { onError: toastFailure });
  };
  return <ConfirmButton act="Disconnect" what={name} loading={revoke.isPending} onConfirm={revokeAll} />;
}
