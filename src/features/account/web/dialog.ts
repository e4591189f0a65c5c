/** What every dialog of the account page is given. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}
