import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import {
  exportPlanReport,
  exportPlanSchoolReport,
  planReport,
  planReportFile,
  planSchoolReport,
  planSchoolReportFile,
  type GroupReport,
} from '../contract.ts';
import { ReportPage } from './ReportPage.tsx';

const optionsOf = (places: readonly { key: string; label: string }[]) =>
  places.map(({ key, label }) => ({ value: key, label }));

/** /screening/bureau/{plan_id}/report: a plan over all schools. */
export function AreaReportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { plan_id: id = '' } = useParams();
  const params = { id };
  const choose = ({ places }: GroupReport) => (
    <Select
      aria-label={t('groupReports.place')}
      style={{ minWidth: 220 }}
      placeholder={t('groupReports.wholeArea')}
      value={null}
      options={optionsOf(places)}
      onChange={(school: string | null) => void navigate(`/screening/bureau/${id}/report/${school ?? ''}`)}
    />
  );
  return (
    <ReportPage
      title={t('page.areaReport.title')}
      about={t('page.areaReport.about')}
      of={['plan', id]}
      calls={{
        read: (signal) => call(planReport, { params }, { signal, quiet: true }),
        write: () => call(exportPlanReport, { params, query: {} }, { quiet: true }),
        start: () => call(planReportFile, { params, body: {} }, { quiet: true }),
      }}
      choose={choose}
    />
  );
}

/** /screening/bureau/{plan_id}/report/{school_id}: a plan in one school, or in a grade of it. */
export function AreaSchoolReportPage() {
  const { t } = useTranslation();
  const { plan_id: id = '', school_id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const grade = search.get('grade');
  const query = grade === null ? {} : { grade };
  const params = { id, school_id };
  const choose = ({ places }: GroupReport) => (
    <Select
      aria-label={t('groupReports.place')}
      style={{ minWidth: 220 }}
      allowClear
      placeholder={t('groupReports.wholeSchool')}
      value={grade}
      options={optionsOf(places)}
      onChange={(next: string | null | undefined) => setSearch(next ? { grade: next } : {})}
    />
  );
  return (
    <ReportPage
      title={t('page.areaSchoolReport.title')}
      about={t('page.areaSchoolReport.about')}
      of={['plan', id, school_id, grade]}
      calls={{
        read: (signal) => call(planSchoolReport, { params, query }, { signal, quiet: true }),
        write: () => call(exportPlanSchoolReport, { params, query }, { quiet: true }),
        start: () => call(planSchoolReportFile, { params, body: query }, { quiet: true }),
      }}
      choose={choose}
    />
  );
}
