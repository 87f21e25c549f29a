import { Button, Card, Group, NativeSelect, NumberInput, Table, Text, TextInput, Title } from '@mantine/core';
import type { RetentionRuleInput, RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast, toastFailure, toastFinal } from '../../parts/toast.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { WideTable } from '../../parts/wide-table.tsx';

type Rule = RouteOutput<'retention'>['rules'][number];

/** Retention rules, with a preview of the items that they would remove now. */
export function Retention() {
  const found = useRoute('retention', undefined);
  return (
    <Card withBorder component="section" aria-label="Retention">
      <Title order={2} size="h5" mb="xs">
        Retention
      </Title>
      <Loaded of={found}>
        {({ rules, lastRun }) => (
          <>
            {rules.length === 0 ? (
              <Text c="dimmed">No rule: everything is kept for good.</Text>
            ) : (
              <>
                <Rules rules={rules} />
                <Run />
              </>
            )}
            {lastRun && (
              <Text size="sm" c="dimmed">
                The rules ran last <When at={lastRun.begunAt} />; {lastRun.archived} memories were archived.
              </Text>
            )}
          </>
        )}
      </Loaded>
      <NewRule />
    </Card>
  );
}

const Rules = ({ rules }: { rules: readonly Rule[] }) => (
  <WideTable label="Rules of retention" columns={['Of', 'Archived after', 'Forgotten after', '']}>
    {rules.map((rule) => (
      <RuleRow key={`${rule.kind} ${rule.channel}`} {...rule} />
    ))}
  </WideTable>
);

function RuleRow({ kind, channel, archiveAfterDays, forgetAfterDays }: Rule) {
  const what = nameOf({ kind, channel });
  const remove = useAct('removeRetention', () => toastFinal(`Removed: the rule of ${what}`, 'The rule is gone.'));
  return (
    <Table.Tr>
      <Table.Td>
        <StoredName>{what}</StoredName>
      </Table.Td>
      <Table.Td>{daysOf(archiveAfterDays)}</Table.Td>
      <Table.Td>{daysOf(forgetAfterDays)}</Table.Td>
      <Table.Td>
        <ConfirmButton
          act="Remove"
          what={`the rule of ${what}`}
          loading={remove.isPending}
          onConfirm={() =>
            remove.mutate({ query: { kind, ...(channel !== null && { channel }) } }, { onError: toastFailure })
          }
        />
      </Table.Td>
    </Table.Tr>
  );
}

const nameOf = ({ kind, channel }: Pick<Rule, 'kind' | 'channel'>) =>
  `${kind === 'message' ? 'messages' : 'memories'}${channel === null ? '' : ` of ${channel}`}`;

const daysOf = (days: number | null) => (days === null ? 'never' : `${days} ${days === 1 ? 'day' : 'days'}`);

/** Button that runs the retention rules now. Without pressing it, the rules run once a day. */
function Run() {
  const count = useAct('runRetention');
  const run = useAct('runRetention', () => toastFinal('Retention rules run', 'The rules are at work.'));
  const counts = count.data?.preview ?? [];
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        loading={count.isPending}
        onClick={() => count.mutate({ body: { dryRun: true } }, { onError: toastFailure })}
      >
        Preview the rules
      </Button>
      {count.data && (
        <>
          <Text size="sm" role="status">
            {counts.map((rule) => `${nameOf(rule)}: ${rule.archive} archived, ${rule.forget} forgotten`).join('; ')}
          </Text>
          <ConfirmButton
            act="Run"
            what="the rules now"
            loading={run.isPending}
            onConfirm={() => run.mutate({ body: {} }, { onError: toastFailure })}
          />
        </>
      )}
    </Group>
  );
}

const empty = { kind: 'memory', channel: '', archive: '' as string | number, forget: '' as string | number };

function NewRule() {
  const [draft, setDraft] = useState(empty);
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const make = useAct('setRetention', () => {
    toast('The rule holds. It runs for the first time in an hour.');
    setDraft(empty);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ body: ruleOf(draft) });
  };
  return (
    <form onSubmit={submit} aria-label="Set a rule of retention">
      <Group align="flex-end">
        <NativeSelect
          label="Keep"
          value={draft.kind}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
          data={[
            { value: 'memory', label: 'memories' },
            { value: 'message', label: 'messages' },
          ]}
        />
        <TextInput
          label="Channel of the rule"
          placeholder="every other one"
          value={draft.channel}
          onChange={({ currentTarget }) => set({ channel: currentTarget.value })}
        />
        {draft.kind === 'memory' && (
          <Days label="Archive after days" value={draft.archive} onChange={(archive) => set({ archive })} />
        )}
        <Days label="Forget after days" value={draft.forget} onChange={(forget) => set({ forget })} />
        <Button type="submit" variant="default" loading={make.isPending}>
          Set the rule
        </Button>
      </Group>
      {make.error && <Failure error={make.error} />}
    </form>
  );
}

interface DaysProps {
  readonly label: string;
  readonly value: string | number;
  readonly onChange: (value: string | number) => void;
}

const Days = (props: DaysProps) => <NumberInput w={160} min={1} placeholder="never" allowDecimal={false} {...props} />;

function ruleOf({ kind, channel, archive, forget }: typeof empty): RetentionRuleInput {
  const of = { ...(channel && { channel }), forgetAfterDays: forget === '' ? null : Number(forget) };
  if (kind === 'message') return { kind, ...of };
  return { kind: 'memory', ...of, archiveAfterDays: archive === '' ? null : Number(archive) };
}
