/** Props of every dialog of the account page. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}
