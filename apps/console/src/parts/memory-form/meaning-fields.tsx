import { TagsInput } from '@mantine/core';
import type { MemoryDraft } from './memory-draft.ts';

interface MeaningFieldsProps {
  readonly draft: MemoryDraft;
  readonly onChange: (part: Partial<MemoryDraft>) => void;
}

/** Field for a list. Only the return key ends an entry, since texts may contain commas. */
const List = (props: { label: string; description: string; value: string[]; onChange: (value: string[]) => void }) => (
  <TagsInput splitChars={[]} acceptValueOnBlur {...props} />
);

/** Fields for the acts that a rule forbids, and for the reasons of a decision. */
export function MeaningFields({ draft, onChange }: MeaningFieldsProps) {
  return (
    <>
      {(draft.category === 'rule' || draft.names.length > 0) && (
        <>
          <List
            label="Forbids"
            description="Commands, paths or calls that break it, as they are typed"
            value={draft.names}
            onChange={(names) => onChange({ names })}
          />
          <List
            label="Only in"
            description="Environments, such as production; none: everywhere"
            value={draft.environments}
            onChange={(environments) => onChange({ environments })}
          />
          <List
            label="Instead"
            description="The action to take instead, as typed"
            value={draft.instead}
            onChange={(instead) => onChange({ instead })}
          />
        </>
      )}
      {draft.category === 'decision' && (
        <>
          <List
            label="Reasons"
            description="Why it was decided"
            value={draft.reasons}
            onChange={(reasons) => onChange({ reasons })}
          />
          <List
            label="Rejected"
            description="Other options that were weighed, as “what: why not”"
            value={draft.rejected}
            onChange={(rejected) => onChange({ rejected })}
          />
        </>
      )}
    </>
  );
}
