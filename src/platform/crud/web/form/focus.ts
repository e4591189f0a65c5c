/** Puts the cursor into a field, in the middle of what is seen. */
export function focusField(id: string): void {
  const input = document.getElementById(id);
  // The smoothness of scrolling is the style sheet's, which knows who asked for less motion.
  input?.scrollIntoView({ block: 'center' });
  input?.focus({ preventScroll: true });
}
