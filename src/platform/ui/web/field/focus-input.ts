/** Brings somebody to a field by the id that `Field` gives it, with what stands there marked. */
export function focusInput(id: string): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}
