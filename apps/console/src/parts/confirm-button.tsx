import { Button } from '@mantine/core';
import { useState } from 'react';

interface ConfirmButtonProps {
  /** Verb of the action, such as `Revoke`. */
  readonly act: string;
  /** Object of the action. Screen readers read it out, since their users do not see the context. */
  readonly what: string;
  readonly loading: boolean;
  readonly onConfirm: () => void;
}

/** Button that must be pressed twice, since its action cannot be undone. */
export function ConfirmButton({ act, what, loading, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Button
      size="compact-xs"
      color={isAsked ? 'red' : 'gray'}
      variant={isAsked ? 'filled' : 'default'}
      loading={loading}
      onClick={() => (isAsked ? onConfirm() : setAsked(true))}
      onBlur={() => setAsked(false)}
      aria-label={isAsked ? `Really ${act.toLowerCase()} ${what}` : `${act} ${what}`}
    >
      {isAsked ? `Really ${act.toLowerCase()}?` : act}
    </Button>
  );
}
