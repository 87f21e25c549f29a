import { Button, Card, MultiSelect, NumberInput, Select, Stack, Switch, Title } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { categories } from 'virtual:routes';
import { useAct, useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { KeptKinds } from './kept-kinds.tsx';
import { toast } from '../../parts/toast.tsx';

type Settings = RouteOutput<'settings'>;
type ReviewPolicy = Settings['review'];

/** Masking, recall, questions of agents and the review of proposals. */
export function Policy() {
  const found = useRoute('settings', undefined);
  return <Loaded of={found}>{(settings) => <Form key={JSON.stringify(settings)} settings={settings} />}</Loaded>;
}

const reviewerLabels: Readonly<Record<Settings['review']['reviewers'], string>> = {
  owner: 'the owner alone',
  managers: 'the owner and managers',
  readers: 'everybody who would read it',
};

const bodyOf = ({ review, ...settings }: Settings): RouteInput<'changeSettings'>['body'] => ({
  ...{ masking: settings.masking, recallLimit: settings.recallLimit, agentCalls: settings.agentCalls },
  review,
});

function Form({ settings }: { settings: Settings }) {
  const [draft, setDraft] = useState(settings);
  const change = useAct('changeSettings', () => toast('The settings are saved.'));
  const set = (part: Partial<Settings>) => setDraft((before) => ({ ...before, ...part }));
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ body: bodyOf(draft) });
  };
  return (
    <Card withBorder component="form" onSubmit={save} aria-label="Policy">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Privacy and review
        </Title>
        <Switch
          label="Mask secrets in texts"
          description="Keys and tokens are replaced before they are stored"
          checked={draft.masking === 'on'}
          onChange={({ currentTarget }) => set({ masking: currentTarget.checked ? 'on' : 'off' })}
        />
        <Switch
          label="Keep what agents asked, for their owners"
          description="Switching it off forgets the questions that are kept"
          checked={draft.agentCalls === 'on'}
          onChange={({ currentTarget }) => set({ agentCalls: currentTarget.checked ? 'on' : 'off' })}
        />
        <ReviewFields policy={draft.review} onChange={(part) => set({ review: { ...draft.review, ...part } })} />
        <NumberInput
          label="Hits of a recall that names no number"
          maw={480}
          min={1}
          max={50}
          value={draft.recallLimit}
          onChange={(value) => set({ recallLimit: Number(value) })}
        />
        {change.error && <Failure error={change.error} />}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Save
        </Button>
      </Stack>
    </Card>
  );
}

interface ReviewFieldsProps {
  readonly policy: ReviewPolicy;
  readonly onChange: (part: Partial<ReviewPolicy>) => void;
}

/** Fields that say who reviews proposals, and what needs no review. */
const ReviewFields = ({ policy, onChange }: ReviewFieldsProps) => (
  <>
    <Switch
      label="Keep facts in the owner's own words without a review"
      description="For the owner alone"
      checked={policy.ownFacts === 'keep'}
      onChange={({ currentTarget }) => onChange({ ownFacts: currentTarget.checked ? 'keep' : 'review' })}
    />
    <Select
      label="Reviewers of proposals for more readers than the owner"
      maw={480}
      data={Object.entries(reviewerLabels).map(([value, label]) => ({ value, label }))}
      value={policy.reviewers}
      allowDeselect={false}
      onChange={(value) => value && onChange({ reviewers: value as ReviewPolicy['reviewers'] })}
    />
    <MultiSelect
      label="Kinds that agents only propose"
      description="A memory of these kinds for other readers waits in Review until a person keeps it"
      maw={560}
      data={categories}
      searchable
      value={policy.reviewedWrites}
      onChange={(value) => onChange({ reviewedWrites: value as ReviewPolicy['reviewedWrites'] })}
    />
    <KeptKinds kept={policy.keptUnreviewed} onChange={(keptUnreviewed) => onChange({ keptUnreviewed })} />
  </>
);
