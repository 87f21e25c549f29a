import { NativeSelect, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { categories } from 'virtual:routes';
import { Disclosure } from '../disclosure.tsx';
import { KnownAlready } from './known-already.tsx';
import { MeaningFields } from './meaning-fields.tsx';
import { titleFrom, type MemoryDraft } from './memory-draft.ts';
import { ReadersField } from './readers-field.tsx';
import { TriggersField } from './trigger-preview.tsx';

/** Kinds that preflights compare with actions. */
const triggered: readonly string[] = ['rule', 'lesson', 'decision', 'workflow', 'skill'];

interface MemoryFieldsProps {
  readonly draft: MemoryDraft;
  readonly onChange: (part: Partial<MemoryDraft>) => void;
  /** Id of the memory that is edited; absent for a new one, whose readers and place are chosen too. */
  readonly edited?: string | undefined;
  /** Whether the memory is a proposal, whose readers are chosen, too. */
  readonly isProposed?: boolean;
}

/** Fields of a memory, those first that every memory has. */
export function MemoryFields({ draft, onChange, edited, isProposed = false }: MemoryFieldsProps) {
  const isNew = edited === undefined;
  const text = (field: keyof MemoryDraft & ('title' | 'content' | 'project' | 'subject' | 'attribute' | 'value')) => ({
    value: draft[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [field]: value }),
  });
  return (
    <Stack gap="sm">
      <Textarea label="Content" autosize minRows={3} maxRows={20} data-autofocus {...text('content')} />
      <KnownAlready content={draft.content} except={edited} channel={draft.channel} />
      <TextInput label="Title" placeholder={titleFrom(draft.content) || 'The first sentence'} {...text('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Kind"
          description="Rules can stop an action of an agent."
          data={categories}
          value={draft.category}
          onChange={({ currentTarget }) => onChange({ category: currentTarget.value as 'fact' })}
        />
        {(isNew || isProposed) && <ReadersField draft={draft} onChange={onChange} isProposed={isProposed} />}
      </SimpleGrid>
      {isNew && draft.readers === 'channel' && (
        <TextInput
          label="Channel"
          required
          value={draft.channel}
          onChange={({ currentTarget }) => onChange({ channel: currentTarget.value })}
        />
      )}
      <MeaningFields draft={draft} onChange={onChange} />
      {(triggered.includes(draft.category) || draft.triggers.length > 0) && (
        <TriggersField draft={draft} onChange={onChange} />
      )}
      <MoreFields draft={draft} onChange={onChange} text={text} isNew={isNew} />
    </Stack>
  );
}

interface MoreFieldsProps extends Pick<MemoryFieldsProps, 'draft' | 'onChange'> {
  readonly text: (field: 'project' | 'subject' | 'attribute' | 'value') => object;
  readonly isNew: boolean;
}

function MoreFields({ draft, onChange, text, isNew }: MoreFieldsProps) {
  const { tags, validFrom, validTo, subject, project } = draft;
  const isFilled = [...tags, validFrom, validTo, subject, project].some(Boolean);
  const day = (field: 'validFrom' | 'validTo') => ({
    type: 'date',
    value: draft[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [field]: currentTarget.value }),
  });
  return (
    <Disclosure label={isNew ? 'Tags, validity, subject, project' : 'Tags, validity, subject'} isOpen={isFilled}>
      <Stack gap="sm" mt="xs">
        <TagsInput label="Tags" acceptValueOnBlur value={tags} onChange={(value) => onChange({ tags: value })} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Holds from" description="Empty: always did" {...day('validFrom')} />
          <TextInput label="Holds until" description="The last day; empty: no end" {...day('validTo')} />
          <TextInput label="Subject" description="Such as billing" {...text('subject')} />
          <TextInput label="Attribute" description="Which property of it, such as port" {...text('attribute')} />
          {draft.subject && draft.attribute && (
            <TextInput label="Value" description="The value of the attribute" {...text('value')} />
          )}
          {isNew && <TextInput label="Project" description="Such as acme/billing; empty: all" {...text('project')} />}
        </SimpleGrid>
      </Stack>
    </Disclosure>
  );
}
