import { Collapse } from 'antd';
import { useTranslation } from 'react-i18next';
import { currentConsentText } from '../rules.ts';

/** The current text of the consent, collapsed. */
export function ConsentText() {
  const { t } = useTranslation();
  const { version, title, paragraphs } = currentConsentText();
  const content = (
    <>
      <strong>{title}</strong>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  );
  return <Collapse size="small" items={[{ key: 'text', label: t('consent.text', { version }), children: content }]} />;
}
