import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';

/** Whether an act is about one appointment of a series, or about it and the later ones. */
export function FollowingChoice({ value, onChange }: { value: boolean; onChange: (following: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-label={t('calendar.which')}
      value={value}
      onChange={({ target }) => onChange(target.value === true)}
      options={[
        { value: false, label: t('calendar.only') },
        { value: true, label: t('calendar.following') },
      ]}
    />
  );
}
