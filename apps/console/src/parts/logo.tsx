export const Logo = () => (
  <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" fill="var(--mantine-primary-color-filled)">
    <ellipse cx="16" cy="26" rx="13" ry="4.5" />
    <ellipse cx="16" cy="17" rx="9" ry="4" />
    <ellipse cx="16" cy="9" rx="5.5" ry="3.5" />
  </svg>
);
