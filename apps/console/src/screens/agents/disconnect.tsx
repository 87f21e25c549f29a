import { useAct } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { perform, toastFinal } from '../../parts/toast.tsx';
import type { AgentKey } from './agent-keys.ts';

/** Button that revokes the keys of an agent, and with them the permission of an OAuth client. What it stored stays. */
export function Disconnect({ name, keys }: { name: string; keys: readonly AgentKey[] }) {
  const revoke = useAct('revokeKey');
  const revokeAll = () =>
    perform(async () => {
      await Promise.all(keys.map(({ keyId }) => revoke.mutateAsync({ params: { id: keyId } })));
      toastFinal(`Disconnected: ${name}`, `${name} is disconnected. What it stored stays.`);
    });
  return <ConfirmButton act="Disconnect" what={name} loading={revoke.isPending} onConfirm={revokeAll} />;
}
