import { useTranslation } from 'react-i18next';

/**
 * The option that says why a list offers nothing else: the user may not open what is chosen from. It is an option,
 * since beside a stored value the list is not empty.
 */
export function useClosedNote(closed: boolean) {
  const { t } = useTranslation();
  return closed ? [{ value: '', label: t('crud.notChoosable'), about: '', disabled: true }] : [];
}
