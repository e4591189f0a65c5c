import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { scales } from '../../contract/scales.ts';
import { questionnaires } from './texts.zh.ts';

provideTexts({ questionnaires });

/** From a plan to the answers to its questionnaires; nothing where it has none. */
export function AnswersLink({ examId, scaleIds }: { examId: string; scaleIds: readonly string[] }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['screening-scales'],
    queryFn: ({ signal }) => call(scales, {}, { signal, quiet: true }),
  });
  const has = data?.items.some(({ scale_id, kind }) => kind === 'questionnaire' && scaleIds.includes(scale_id));
  return has ? <Link to={`/exam/${examId}/questionnaires`}>{t('questionnaires.toAnswers')}</Link> : null;
}
