import { Checkbox, Collapse, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Preview } from '../contract.ts';
import { PARTS, type Part } from '../rules.ts';
import type { TransferForm } from './request.ts';
import { Sections } from './Sections.tsx';
import styles from './transfers.module.css';

const HELP = { summary: 'transfers.send.summaryHelp', texts: 'transfers.send.textsHelp' } as const;
const hasHelp = (part: Part): part is keyof typeof HELP => Object.hasOwn(HELP, part);

/** What goes along, with what each part holds, and its preview. */
export function PartsField({ sections, withheld }: Pick<Preview, 'sections' | 'withheld'>) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TransferForm>();
  const chosen = Form.useWatch('parts', form) ?? [];
  const count = (part: Part) =>
    sections.filter((one) => one.part === part).reduce((sum, { rows }) => sum + rows.length, 0);
  const about = (part: Part) => {
    if (part === 'summary') return '';
    return count(part) === 0 ? t('transfers.send.empty') : t('transfers.send.count', { count: count(part) });
  };
  const previewed = sections.filter(({ part }) => chosen.includes(part));
  return (
    <>
      <Form.Item
        name="parts"
        label={t('transfers.send.parts')}
        rules={[{ required: true, type: 'array', min: 1, message: t('transfers.send.needParts') }]}
      >
        <Checkbox.Group className={styles.parts}>
          {PARTS.map((part) => (
            <Checkbox key={part} value={part} disabled={part !== 'summary' && count(part) === 0}>
              {t(`transfers.part.${part}`)} <span className={styles.quiet}>{about(part)}</span>
              {hasHelp(part) && <span className={styles.help}>{t(HELP[part])}</span>}
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      {withheld > 0 && <p className={styles.about}>{t('transfers.send.withheld', { count: withheld })}</p>}
      {previewed.length > 0 && (
        <Collapse
          className={styles.alert}
          items={[{ key: 'all', label: t('transfers.send.preview'), children: <Sections sections={previewed} /> }]}
        />
      )}
    </>
  );
}
