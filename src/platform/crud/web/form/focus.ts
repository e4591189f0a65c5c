/** Focuses a field and scrolls it to the middle of the viewport. */
export function focusField(id: string): void {
  const input = document.getElementById(id);
  // The style sheet controls smooth scrolling, because of reduced motion.
  input?.scrollIntoView({ block: 'center' });
  input?.focus({ preventScroll: true });
}
