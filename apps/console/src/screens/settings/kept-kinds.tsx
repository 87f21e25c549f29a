import { NativeSelect, SimpleGrid, Text } from '@mantine/core';
import type { ProposalKind, RouteOutput } from '@cairn/contracts';
import { proposalKinds } from 'virtual:routes';
import { Disclosure } from '../../parts/disclosure.tsx';

type Kept = RouteOutput<'settings'>['review']['keptUnreviewed'];

const ALWAYS = '';
/** Certainties from which a kind can be kept; others that the command line set are shown, too. */
const steps = [0.9, 0.8, 0.7, 0.5, 0];

const labelOf = (from: number) => (from === 0 ? 'never' : `below certainty ${from}`);

interface KeptKindsProps {
  readonly kept: Kept;
  readonly onChange: (kept: Kept) => void;
}

/** Fields that say for each kind of proposal from which certainty on it is kept without a review. */
export function KeptKinds({ kept, onChange }: KeptKindsProps) {
  const choose = (kind: ProposalKind, value: string) => {
    const { [kind]: _, ...others } = kept;
    onChange(value === ALWAYS ? others : { ...others, [kind]: Number(value) });
  };
  return (
    <Disclosure label="Review by kind" isOpen={Object.keys(kept).length > 0}>
      <Text size="sm" c="dimmed" mt="xs">
        Proposals of a kind that are surer than this are kept at once. A rule that could stop an action is always
        reviewed.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="xs">
        {proposalKinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={`Review a ${kind}`}
            data={[{ value: ALWAYS, label: 'always' }, ...stepsWith(kept[kind])]}
            value={kept[kind] === undefined ? ALWAYS : String(kept[kind])}
            onChange={({ currentTarget }) => choose(kind, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Disclosure>
  );
}

const stepsWith = (own: number | undefined) =>
  [...new Set([...steps, ...(own === undefined ? [] : [own])])]
    .toSorted((one, other) => other - one)
    .map((from) => ({ value: String(from), label: labelOf(from) }));
