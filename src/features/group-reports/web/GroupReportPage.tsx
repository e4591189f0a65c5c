import { Cascader } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { examReport, examReportFile, exportExamReport, type GroupReport } from '../contract.ts';
import { FollowUpCard } from './FollowUpCard.tsx';
import { ReportPage } from './ReportPage.tsx';

/** The grade and the class of the address, as a path of the cascader. */
function chosenIn({ places }: GroupReport, { grade, class_id }: { grade?: string; class_id?: string }): string[] {
  if (class_id === undefined) return grade === undefined ? [] : [grade];
  const of = places.find((place) => place.places?.some(({ key }) => key === class_id));
  return of === undefined ? [] : [of.key, class_id];
}

/** /exam/{exam_id}/report: one screening over the school, a grade or a class; the address holds the place. */
export function GroupReportPage() {
  const { t } = useTranslation();
  const { exam_id: id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const [grade, classId] = [search.get('grade'), search.get('class_id')];
  const place = { ...(grade !== null && { grade }), ...(classId !== null && { class_id: classId }) };
  const params = { id };
  const choose = (report: GroupReport) => (
    <Cascader
      aria-label={t('groupReports.place')}
      style={{ minWidth: 220 }}
      changeOnSelect
      placeholder={t('groupReports.whole')}
      value={chosenIn(report, place)}
      options={report.places.map(({ key, label, places = [] }) => ({
        value: key,
        label,
        children: places.map((each) => ({ value: each.key, label: each.label })),
      }))}
      onChange={(path: (string | number | null)[] | undefined) => {
        const [inGrade, inClass] = path ?? [];
        if (inClass) setSearch({ class_id: String(inClass) });
        else setSearch(inGrade ? { grade: String(inGrade) } : {});
      }}
    />
  );
  return (
    <ReportPage
      title={t('page.groupReport.title')}
      about={t('page.groupReport.about')}
      of={['exam', id, place]}
      calls={{
        read: (signal) => call(examReport, { params, query: place }, { signal, quiet: true }),
        write: () => call(exportExamReport, { params, query: place }, { quiet: true }),
        start: () => call(examReportFile, { params, body: place }, { quiet: true }),
      }}
      choose={choose}
    >
      <FollowUpCard key={JSON.stringify(place)} examId={id} place={place} />
    </ReportPage>
  );
}
