import { Button, Group, Modal, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Failure } from '../../parts/failure.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toastFinal } from '../../parts/toast.tsx';
import type { Principal } from './principal.ts';

interface LeaveDialogProps {
  readonly leaver: Principal | undefined;
  readonly everyone: readonly Principal[];
  readonly close: () => void;
}

/** Dialog that removes a principal. It asks for the fate of the private items and chooses none by itself. */
export const LeaveDialog = ({ leaver, everyone, close }: LeaveDialogProps) => (
  <Modal
    opened={leaver !== undefined}
    onClose={close}
    title={leaver ? `${leaver.name} leaves` : ''}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {leaver && <Leave leaver={leaver} everyone={everyone} close={close} />}
  </Modal>
);

type Fate = 'hand-over' | 'forget';

function Leave({ leaver, everyone, close }: LeaveDialogProps & { readonly leaver: Principal }) {
  const { principalId, name } = leaver;
  const heirs = everyone.filter(
    (one) => one.principalId !== principalId && one.leftAt === null && one.owner?.principalId !== principalId,
  );
  const [fate, setFate] = useState<Fate>();
  const [heir, setHeir] = useState('');
  const leave = useAct('leave', ({ keysRevoked, handedOver }) => {
    const counts = [formatCount(keysRevoked, 'key'), formatCount(handedOver, 'private memory', 'private memories')];
    toastFinal(`Removed: ${name}`, `${name} has left: ${counts[0]} revoked, ${counts[1]} handed over.`);
    close();
  });
  const body = fate === 'forget' ? { forget: true as const } : { handOverTo: heir as Principal['principalId'] };
  return (
    <Stack>
      <Text>
        Every key of <StoredName>{name}</StoredName> and of their agents is revoked, and they are in no team any more.
        What they wrote for others stays.
      </Text>
      <Radio.Group label="Their private memories" value={fate ?? ''} onChange={(to) => setFate(to as Fate)} required>
        <Stack gap="xs" mt="xs">
          <Radio value="hand-over" label="go to somebody else, and so do their agents" disabled={heirs.length === 0} />
          {fate === 'hand-over' && (
            <NativeSelect
              ml="xl"
              aria-label="Heir of the private memories"
              value={heir}
              onChange={({ currentTarget }) => setHeir(currentTarget.value)}
              data={[
                { value: '', label: 'Choose somebody…', disabled: true },
                ...heirs.map((one) => ({ value: one.principalId, label: one.name })),
              ]}
            />
          )}
          <Radio value="forget" label="are forgotten for good, with their private messages and those of their agents" />
        </Stack>
      </Radio.Group>
      {leave.error && <Failure error={leave.error} />}
      <Group>
        <Button
          color="red"
          disabled={fate === undefined || (fate === 'hand-over' && heir === '')}
          loading={leave.isPending}
          onClick={() => leave.mutate({ params: { id: principalId }, body })}
        >
          {fate === 'forget' ? 'Let them leave and forget it' : 'Let them leave'}
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
