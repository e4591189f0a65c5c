/** Focuses the input of a `Field` by its id and selects its content. */
export function focusInput(id: string): void {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}
