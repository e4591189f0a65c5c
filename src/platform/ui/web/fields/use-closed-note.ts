import { useTranslation } from 'react-i18next';

/**
 * The option that says why a list offers nothing else: the user may not open what is chosen from. It is an option and
 * not the text of an empty list, because the stored value is offered too.
 */
export function useClosedNote(closed: boolean) {
  const { t } = useTranslation();
  return closed ? [{ value: '', label: t('crud.notChoosable'), about: '', disabled: true }] : [];
}
