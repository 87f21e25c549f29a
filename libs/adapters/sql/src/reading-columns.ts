import type { Reading } from '@cairn/ports';

/** What was read in a text, as its row has it. */
export const readingColumns = ({ questionShare, says, told }: Reading) => ({
  question_share: questionShare,
  says_time: Number(says.time),
  says_number: Number(says.number),
  says_name: Number(says.name),
  says_rule: Number(says.rule),
  told_from: told?.from ?? null,
  told_to: told?.to ?? null,
});
