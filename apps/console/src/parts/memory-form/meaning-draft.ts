import type { FoundMemory } from '../found-memory.ts';

type Meaning = Pick<FoundMemory, 'forbids' | 'instead' | 'decides' | 'value'>;

/** Meaning of a memory as the form edits it: at most one norm and one decision. */
export interface MeaningDraft {
  readonly names: string[];
  readonly environments: string[];
  readonly instead: string[];
  readonly reasons: string[];
  readonly rejected: string[];
  readonly value: string;
}

export const meaningDraft = ({ forbids = [], instead = [], decides, value = '' }: Meaning): MeaningDraft => ({
  ...{ names: forbids[0]?.names ?? [], environments: forbids[0]?.environments ?? [], instead, value },
  reasons: decides?.reasons ?? [],
  rejected:
    decides?.alternatives?.map(({ what, whyNot }) => (whyNot === undefined ? what : `${what}: ${whyNot}`)) ?? [],
});

export const noMeaning: MeaningDraft = meaningDraft({});

/**
 * Request fields for the changes of the draft. Norms and parts of a norm that the form does not show stay unchanged.
 */
export function changedMeaning(memory: Meaning, draft: MeaningDraft) {
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

/** Request fields with the meaning of a new memory. */
export function meaningOf(draft: MeaningDraft) {
  const { forbids, instead, decides, value } = changedMeaning({}, draft);
  return {
    ...(forbids && { forbids }),
    ...(instead && { instead }),
    ...(decides && { decides }),
    ...(value && { value }),
  };
}

/** Request fields with the reasons and the value of a memory for its successor, since the server does not copy them. */
export const successorMeaning = (memory: FoundMemory, draft: MeaningDraft) => ({
  ...(memory.category === 'decision' && { decides: decisionIn(memory, draft) ?? undefined }),
  ...(draft.value !== '' && { value: draft.value }),
});

function normsIn({ forbids: [first, ...others] = [] }: Meaning, { names, environments }: MeaningDraft) {
  const norm = { strength: 'must' as const, ...first, names, environments };
  const isEmpty = [names, norm.words, norm.verbs].every((part) => !part?.length);
  return isEmpty ? others : [norm, ...others];
}

function decisionIn({ decides }: Meaning, { reasons, rejected }: MeaningDraft) {
  const alternatives = rejected.map((text) => {
    const [, what, whyNot] = /^(.+?):\s+(\S.*)$/su.exec(text) ?? [];
    return what === undefined || whyNot === undefined ? { what: text } : { what, whyNot };
  });
  const fields = { ...decides, reasons, alternatives };
  const isEmpty = Object.values(fields).every((part) => part === undefined || part.length === 0);
  return isEmpty ? null : fields;
}
