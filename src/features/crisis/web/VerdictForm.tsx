import { Form, Radio } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { ReasonEditor } from '../../../platform/media/web/ReasonEditor.tsx';
import type { CrisisLevel } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { CRISIS_LEVELS, VALID_STATUS } from '../rules/crisis.ts';
import { needsLevel } from '../rules/warning-verification.ts';
import type { VerdictInput } from './use-verdict.ts';
import styles from './crisis.module.css';

const isLevel = (level: number | undefined): level is CrisisLevel => CRISIS_LEVELS.some((each) => each === level);

interface QuestionProps {
  studentName: string;
  question: string;
  currentLevel?: number | undefined;
  about?: string;
}

/** The content of a warning, and the level of the student's open case. */
export function Question({ studentName, question, currentLevel, about }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.question}>
      <p className={styles.who}>
        <strong>{studentName}</strong>
        <span className={styles.level}>
          {t('verdict.currentLevel')}
          {isLevel(currentLevel) ? (
            <CrisisLevelTag level={currentLevel} />
          ) : (
            <span className={styles.hint}>{t('verdict.noLevel')}</span>
          )}
        </span>
      </p>
      <p className={styles.said}>{question}</p>
      {about !== undefined && <p className={styles.hint}>{about}</p>}
    </section>
  );
}

/**
 * The verdict on a warning: valid or invalid, level and reason (`spec §2`, warning verification dialog).
 *
 * @param beside What helps to decide
 * @param isVerdictFixed Hides the choice between valid and invalid
 */
export function VerdictForm({
  input: { value: verdict, change, uploads, problem },
  isVerdictFixed = false,
  beside,
  ...question
}: QuestionProps & { input: VerdictInput; isVerdictFixed?: boolean; beside?: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const noLevel = problem === 'level';
  return (
    <Form layout="vertical" component="div" className={styles.form}>
      <Question {...question} />
      {beside}
      {!isVerdictFixed && (
        <Form.Item
          label={<span id={`${id}-valid`}>{t('verdict.verdict')}</span>}
          required
          {...(problem === 'verdict' && {
            validateStatus: 'error',
            help: <span role="alert">{t('verdict.verdictRequired')}</span>,
          })}
        >
          <Radio.Group
            aria-labelledby={`${id}-valid`}
            className={styles.pair}
            value={verdict.validStatus}
            onChange={({ target }) =>
              change({ validStatus: target.value === VALID_STATUS.valid ? VALID_STATUS.valid : VALID_STATUS.invalid })
            }
            options={[VALID_STATUS.valid, VALID_STATUS.invalid].map((value) => ({
              value,
              label: labelOf('valid_status', value),
              className: styles.tile,
            }))}
          />
        </Form.Item>
      )}
      {needsLevel(verdict.validStatus) && (
        <Form.Item
          label={<span id={`${id}-level`}>{t('verdict.level')}</span>}
          required
          {...(noLevel && { validateStatus: 'error', help: <span role="alert">{t('verdict.levelRequired')}</span> })}
        >
          <Radio.Group
            aria-labelledby={`${id}-level`}
            className={styles.levels}
            value={verdict.level}
            onChange={({ target }) => change({ level: CRISIS_LEVELS.find((each) => each === target.value) })}
            options={CRISIS_LEVELS.map((value) => ({
              value,
              className: styles.tile,
              label: (
                <span className={styles.choice}>
                  <CrisisLevelTag level={value} />
                  <small>{t(`verdict.levelHint.level${value}`)}</small>
                </span>
              ),
            }))}
          />
        </Form.Item>
      )}
      <Form.Item label={t('verdict.reason')}>
        <ReasonEditor
          label={t('verdict.reason')}
          placeholder={t('verdict.placeholder')}
          value={verdict.reason}
          onChange={(reason) => change({ reason })}
          uploads={uploads}
          problem={problem === 'tooLong' ? t('verdict.tooLong', { max: NOTE_MAX }) : undefined}
        />
      </Form.Item>
    </Form>
  );
}
