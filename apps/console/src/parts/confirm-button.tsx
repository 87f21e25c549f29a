import { Button } from '@mantine/core';
import { useState } from 'react';

interface ConfirmButtonProps {
  /** What it does, such as `Revoke`. */
  readonly act: string;
  /** To what, for those who do not see where the button stands. */
  readonly what: string;
  readonly loading: boolean;
  readonly onConfirm: () => void;
}

/** Pressed twice, since it cannot be undone. */
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
