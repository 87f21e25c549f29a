import { Button, Card, NumberInput, Select, Stack, Switch, Text, Title } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast } from '../../parts/toast.tsx';

type Settings = RouteOutput<'settings'>;

/** Masking, recall, questions of agents and the review of proposals. */
export function Policy() {
  const found = useRoute('settings', undefined);
  return <Loaded of={found}>{(settings) => <Form key={JSON.stringify(settings)} settings={settings} />}</Loaded>;
}

/** Categories of which agents only propose memories; the command line sets them. */
const ReviewedWrites = ({ categories }: { categories: readonly string[] }) =>
  categories.length > 0 && <Text size="sm">Agents only propose memories of: {categories.join(', ')}.</Text>;

const reviewerLabels: Readonly<Record<Settings['review']['reviewers'], string>> = {
  owner: 'the owner alone',
  managers: 'the owner and managers',
  readers: 'everybody who would read it',
};

const bodyOf = ({ review: { reviewers, ownFacts }, ...settings }: Settings): RouteInput<'changeSettings'>['body'] => ({
  ...{ masking: settings.masking, recallLimit: settings.recallLimit, agentCalls: settings.agentCalls },
  review: { reviewers, ownFacts },
});

function Form({ settings }: { settings: Settings }) {
  const [draft, setDraft] = useState(settings);
  const change = useAct('changeSettings', () => toast('The settings are saved.'));
  const set = (part: Partial<Settings>) => setDraft((before) => ({ ...before, ...part }));
  const review = (part: Partial<Settings['review']>) => set({ review: { ...draft.review, ...part } });
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
        <Switch
          label="Keep facts in the owner's own words without a review"
          description="For the owner alone"
          checked={draft.review.ownFacts === 'keep'}
          onChange={({ currentTarget }) => review({ ownFacts: currentTarget.checked ? 'keep' : 'review' })}
        />
        <Select
          label="Reviewers of proposals for more readers than the owner"
          maw={360}
          data={Object.entries(reviewerLabels).map(([value, label]) => ({ value, label }))}
          value={draft.review.reviewers}
          allowDeselect={false}
          onChange={(value) => value && review({ reviewers: value as Settings['review']['reviewers'] })}
        />
        <NumberInput
          label="Hits of a recall that names no number"
          maw={200}
          min={1}
          max={50}
          value={draft.recallLimit}
          onChange={(value) => set({ recallLimit: Number(value) })}
        />
        <ReviewedWrites categories={draft.review.reviewedWrites} />
        {change.error && <Failure error={change.error} />}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Save
        </Button>
      </Stack>
    </Card>
  );
}
