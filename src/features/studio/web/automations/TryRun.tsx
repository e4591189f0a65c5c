import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { JsonObject } from '../../../../platform/schema/json.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { automationTest } from '../../../automations/public.ts';
import { RowTrial } from '../RowTrial.tsx';
import own from './automations.module.css';

interface Props {
  entity: string;
  automation: string;
  /** The draft with the automation as it is now. */
  overlay: () => JsonObject;
}

/** Shows what an automation would do with a row. Nothing is sent or stored. */
export function TryRun({ entity, automation, overlay }: Props) {
  const { t } = useTranslation();
  return (
    <RowTrial
      entity={entity}
      label={t('studioAutomations.tryRow')}
      act={t('studioAutomations.tryRun')}
      hint={t('studioAutomations.tryHint')}
      onTry={(id) =>
        call(automationTest, { params: { entity }, body: { overlay: overlay(), automation, id } }, { quiet: true })
      }
    >
      {(result) => <Result result={result} />}
    </RowTrial>
  );
}

function Result({ result }: { result: DataOf<typeof automationTest> }) {
  const { t } = useTranslation();
  const { applies, due, people, notified, left_out: leftOut, creates, moves, webhook } = result;
  return (
    <div className={own.result} role="status">
      {!applies && <p>{t('studioAutomations.notApplies')}</p>}
      {due !== undefined && <p>{t('studioAutomations.due', { at: dateText(due) })}</p>}
      {notified > 0 && <p>{t('studioAutomations.people', { count: notified })}</p>}
      <ul>
        {people.map(({ name, role, title, text }, i) => (
          <li key={i}>
            <span className={own.quiet}>
              {name}（{labelOf('role', role)}）
            </span>
            <div className={own.words}>
              <strong>{title}</strong>
              {text !== '' && `\n${text}`}
            </div>
          </li>
        ))}
      </ul>
      {notified > people.length && <p>{t('studioAutomations.morePeople', { count: notified - people.length })}</p>}
      {leftOut > 0 && <p>{t('studioAutomations.leftOut', { count: leftOut })}</p>}
      {creates && (
        <>
          <p>{t('studioAutomations.creates', { title: creates.title })}</p>
          <ul>
            {creates.values.map(({ title, value }) => (
              <li key={title}>
                <span className={own.quiet}>{title}：</span>
                {value}
              </li>
            ))}
          </ul>
          {creates.problem !== undefined && (
            <Alert type="warning" showIcon message={t('studioAutomations.problem', { reason: creates.problem })} />
          )}
        </>
      )}
      {moves && <p>{t('studioAutomations.moves', { label: moves.label })}</p>}
      {moves?.problem !== undefined && (
        <Alert type="warning" showIcon message={t('studioAutomations.moveProblem', { reason: moves.problem })} />
      )}
      {webhook && <p>{t('studioAutomations.pushes')}</p>}
    </div>
  );
}
