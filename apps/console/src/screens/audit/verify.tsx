import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RouteOutput } from '@cairn/contracts';
import { call, type Refusal } from '../../api/client.ts';
import { Failure } from '../../parts/failure.tsx';

type Proof = RouteOutput<'verifyAudit'>;
type ChainCheck = Pick<Proof, 'checked' | 'faults' | 'head'>;

/** Button that verifies the hash of every audit entry. A hash also covers the entry before it. */
export function Verify() {
  const verify = useMutation<ChainCheck, Refusal>({ mutationFn: verifyChain });
  return (
    <Stack gap="xs" align="flex-end">
      <Button variant="default" size="xs" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify the chain
      </Button>
      <div role="status">{verify.data && <Result {...verify.data} />}</div>
      {verify.error && <Failure error={verify.error} />}
    </Stack>
  );
}

/** Verifies the whole chain, part by part. */
async function verifyChain(): Promise<ChainCheck> {
  let proof = await call('verifyAudit', { query: {} });
  let { checked, faults } = proof;
  while (proof.next !== null) {
    proof = await call('verifyAudit', { query: { after: proof.next } });
    checked += proof.checked;
    faults = [...faults, ...proof.faults];
  }
  return { checked, faults, head: proof.head };
}

const Result = ({ checked, faults, head }: ChainCheck) =>
  faults.length === 0 ? (
    <Text size="sm">
      The chain holds: {checked} entries, the last is {head.number}.
    </Text>
  ) : (
    <Alert color="red" title="The chain is broken">
      <List size="sm">
        {faults.map(({ number, fault }) => (
          <List.Item key={`${number}${fault}`}>
            Entry {number}: {fault}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
