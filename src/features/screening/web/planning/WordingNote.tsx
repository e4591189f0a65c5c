import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

/** Says that the wording of a pack is not the authorised one, and where that is had. */
export function WordingNote({ wording, authorisedText }: { wording: string; authorisedText?: string | undefined }) {
  const { t } = useTranslation();
  return wording === 'unofficial' ? (
    <Alert type="info" showIcon message={t('exams.unofficial')} description={authorisedText} />
  ) : null;
}
