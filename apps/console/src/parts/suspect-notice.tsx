import { Alert } from '@mantine/core';

/** Words for the signs of planted instructions that a text has. */
const words: Readonly<Record<string, string>> = {
  override: 'tells its reader to drop the instructions that it has',
  address: 'speaks to whatever model reads it',
  role: 'has marks that only software puts around the turns of a model',
  conceal: 'asks to hide something from people',
  secret: 'asks for secrets',
  send: 'asks to send something away',
  run: 'asks to run something',
  hidden: 'has words that people do not see',
  wording: 'is worded like texts that were planted',
};

interface SuspectNoticeProps {
  readonly signals: readonly string[] | undefined;
  /** Advice on such a text. */
  readonly children: string;
}

/** Notice of a text that reads like instructions which somebody planted for models; nothing for another text. */
export function SuspectNotice({ signals = [], children }: SuspectNoticeProps) {
  if (signals.length === 0) return null;
  const seen = signals.flatMap((signal) => words[signal] ?? []);
  return (
    <Alert color="orange" variant="light" p="xs" mb="xs" title="Reads like instructions planted for models" role="note">
      {seen.length > 0 && `It ${seen.join(', ')}. `}
      {children}
    </Alert>
  );
}
