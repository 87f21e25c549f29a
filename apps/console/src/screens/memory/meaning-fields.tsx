import { Stack, TagsInput, TextInput } from '@mantine/core';
import type { FoundMemory } from './found-memory.ts';

/** Meaning of a memory as the form edits it: at most one norm and one decision. */
export interface MeaningDraft {
  readonly names: string[];
  readonly environments: string[];
  readonly instead: string[];
  readonly reasons: string[];
  readonly rejected: string[];
  readonly value: string;
}

export const meaningDraft = ({ forbids = [], instead = [], decides, value = '' }: FoundMemory): MeaningDraft => ({
  ...{ names: forbids[0]?.names ?? [], environments: forbids[0]?.environments ?? [], instead, value },
  reasons: decides?.reasons ?? [],
  rejected:
    decides?.alternatives?.map(({ what, whyNot }) => (whyNot === undefined ? what : `${what}: ${whyNot}`)) ?? [],
});

/**
 * Request fields for the changes of the draft. Norms and parts of a norm that the form does not show stay unchanged.
 */
export function meaningIn(memory: FoundMemory, draft: MeaningDraft) {
  const before = meaningDraft(memory);
  const isOther = (...names: (keyof MeaningDraft)[]) =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(draft[name]));
  return {
    ...(isOther('names', 'environments') && { forbids: normsIn(memory, draft) }),
    ...(isOther('instead') && { instead: draft.instead }),
    ...(isOther('reasons', 'rejected') && { decides: decisionIn(memory, draft) }),
    ...(isOther('value') && { value: draft.value === '' ? null : draft.value }),
  };
}

/** Request fields with the reasons and the value of a memory for its successor, since the server does not copy them. */
export const successorMeaning = (memory: FoundMemory, draft: MeaningDraft) => ({
  ...(memory.category === 'decision' && { decides: decisionIn(memory, draft) ?? undefined }),
  ...(draft.value !== '' && { value: draft.value }),
});

function normsIn({ forbids: [first, ...others] = [] }: FoundMemory, { names, environments }: MeaningDraft) {
  const norm = { strength: 'must' as const, ...first, names, environments };
  const isEmpty = [names, norm.words, norm.verbs].every((part) => !part?.length);
  return isEmpty ? others : [norm, ...others];
}

function decisionIn({ decides }: FoundMemory, { reasons, rejected }: MeaningDraft) {
  const alternatives = rejected.map((text) => {
    const [, what, whyNot] = /^(.+?):\s+(\S.*)$/su.exec(text) ?? [];
    return what === undefined || whyNot === undefined ? { what: text } : { what, whyNot };
  });
  const fields = { ...decides, reasons, alternatives };
  const isEmpty = Object.values(fields).every((part) => part === undefined || part.length === 0);
  return isEmpty ? null : fields;
}

interface MeaningFieldsProps {
  readonly memory: FoundMemory;
  readonly draft: MeaningDraft;
  readonly onChange: (part: Partial<MeaningDraft>) => void;
}

/** Field for a list. Only the return key ends an entry, since texts may contain commas. */
const List = (props: { label: string; description: string; value: string[]; onChange: (value: string[]) => void }) => (
  <TagsInput splitChars={[]} {...props} />
);

export function MeaningFields({ memory: { category, subject, attribute }, draft, onChange }: MeaningFieldsProps) {
  return (
    <Stack gap="sm">
      {(category === 'rule' || draft.names.length > 0) && (
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
      {category === 'decision' && (
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
      {subject !== null && attribute !== null && (
        <TextInput
          label="Value"
          description="The value of the attribute of the subject"
          value={draft.value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
