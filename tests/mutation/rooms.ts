/** Code that guards children, with the tests that should notice every change of it. */
export interface Room {
  title: string;
  /** Files, or folders with all that is below them. */
  sources: readonly string[];
  /** Sources that are left out. */
  except?: RegExp;
  tests: readonly string[];
  /** How many mutants are tried without `--full`; tests with a server take seconds for each. */
  sample: number;
  /** Beginnings of changes that are tried in every sample. */
  always?: readonly { file: string; original: string }[];
}

/** The share of mutants that the tests of a room must notice. */
export const AIM = 0.85;

/** Declarations, demo rows, texts and what another tool makes. */
export const NEVER = /\/(web|demo|generated|migrations|contract)\/|\/(contract|errors|feature|public|handlers)\.ts$/;

export const ROOMS = {
  access: {
    title: '权限与范围',
    sources: ['src/platform/access'],
    except: /generate-areas|system-rights|secondary\.ts/,
    tests: [
      'tests/platform/access/matrix.test.ts',
      'tests/platform/access/refusals.test.ts',
      'tests/platform/access/rules.test.ts',
      'tests/platform/access/feature-expression.test.ts',
      'tests/platform/access/policy-files.test.ts',
      'tests/platform/access/tables.test.ts',
      'tests/platform/access/server/actors.test.ts',
      'tests/platform/http/server/admission.test.ts',
      'tests/platform/access/server/row-level-security.test.ts',
      'tests/platform/resources/server/role-scopes.test.ts',
      'tests/features/organisation/server/school-visits.test.ts',
      'tests/features/staff/server/authorised-login.test.ts',
      'tests/features/subscription/server/service-life.test.ts',
    ],
    sample: 30,
  },
  masking: {
    title: '脱敏',
    sources: ['src/platform/schema/mask.ts', 'src/platform/schema/server/seen-by.ts', 'src/platform/schema/filters.ts'],
    tests: [
      'tests/platform/schema',
      'tests/platform/resources/server/reveal.test.ts',
      'tests/platform/resources/server/unseen-values.test.ts',
    ],
    sample: 100,
  },
  signing: {
    title: '请求签名',
    sources: [
      'src/platform/signing',
      'src/platform/http/server/authenticate.ts',
      'src/platform/http/server/admit.ts',
      'src/platform/http/server/body.ts',
      'src/platform/http/server/allowed-hosts.ts',
      'src/platform/http/server/create-once.ts',
    ],
    tests: [
      'tests/platform/signing',
      'tests/platform/http/body.test.ts',
      'tests/platform/http/server/admission.test.ts',
      'tests/platform/http/server/signed-wire.test.ts',
      'tests/platform/http/server/idempotency.test.ts',
      'tests/platform/http/server/allowed-hosts.test.ts',
      'tests/platform/http/server/answers.test.ts',
      'tests/features/verification/server/secondary.test.ts',
    ],
    sample: 30,
  },
  proofs: {
    title: '登录与二次验证',
    sources: ['src/platform/identity', 'src/platform/access/secondary.ts', 'src/features/verification/server'],
    except: /captcha\/(picture|glyphs|grey-png)|choose-role|role-scope/,
    tests: [
      'tests/platform/identity',
      'tests/features/verification',
      'tests/platform/http/server/admission.test.ts',
      'tests/features/account/server/sign-in.test.ts',
      'tests/features/account/server/recovery.test.ts',
      'tests/features/account/server/own-account.test.ts',
      'tests/features/account/server/initial-password.test.ts',
    ],
    sample: 30,
    always: [{ file: 'src/platform/identity/server/attempts.ts', original: 'n > lockAfter' }],
  },
  crisis: {
    title: '危机与逐级通知',
    sources: ['src/features/crisis/server', 'src/features/crisis/rules'],
    except: /statistics|school-facts/,
    tests: [
      'tests/features/crisis/warning-verification.test.ts',
      'tests/features/crisis/crisis-report.test.ts',
      'tests/features/crisis/working-time.test.ts',
      'tests/features/crisis/default-steps.test.ts',
      'tests/features/crisis/print-case.test.ts',
      'tests/features/crisis/screen-facts.test.ts',
      'tests/features/crisis/warn-sources.test.ts',
      'tests/features/crisis/server/crisis.test.ts',
      'tests/features/crisis/server/case-work.test.ts',
      'tests/features/crisis/server/case-file.test.ts',
      'tests/features/crisis/server/escalation.test.ts',
      'tests/features/archive/server/archive.test.ts',
      'tests/features/concern/server/concern.test.ts',
      'tests/features/screening/server/interviews.test.ts',
      'tests/features/screening/server/critical.test.ts',
      'tests/features/large-screen/server/large-screen.test.ts',
      'tests/features/security-settings/server/settings.test.ts',
    ],
    sample: 60,
    always: [{ file: 'src/features/crisis/server/verify-warning.ts', original: 'await stopEscalation(' }],
  },
  audit: {
    title: '操作日志链',
    sources: ['src/platform/audit/server'],
    tests: [
      'tests/platform/audit/ledger.test.ts',
      'tests/platform/audit/server/chain.test.ts',
      'tests/platform/audit/server/grouped-entries.test.ts',
      'tests/features/operation-log',
      'tests/features/account/server/own-account.test.ts',
    ],
    sample: 30,
  },
  erasure: {
    title: '删除与导出学生档案',
    sources: ['src/features/privacy/server'],
    tests: [
      'tests/features/privacy',
      'tests/features/retention/server',
      'tests/features/transfers/server/transfers.test.ts',
      'tests/platform/resources/server/field-rights.test.ts',
      'tests/platform/resources/server/kept-unseen.test.ts',
      'tests/platform/resources/server/own-references.test.ts',
    ],
    sample: 30,
  },
  statistics: {
    title: '面向上级机构的统计',
    sources: [
      'src/platform/statistics',
      'src/features/crisis/rules/warn-statistics.ts',
      'src/features/crisis/server/statistics.ts',
      'src/features/crisis/server/export-statistics.ts',
      'src/features/crisis/server/school-facts.ts',
      'src/features/crisis/server/queries/warn-statistics.ts',
    ],
    tests: [
      'tests/platform/statistics',
      'tests/features/crisis/warn-statistics.test.ts',
      'tests/features/crisis/server/statistics.test.ts',
    ],
    sample: 30,
  },
  scoring: {
    title: '筛查计分',
    sources: ['src/features/screening/rules'],
    except: /-schema\.ts$|\/lint\/|questionnaires\/|canonical|consent-text/,
    tests: [
      'tests/features/screening/scoring.test.ts',
      'tests/features/screening/scoring-rules.test.ts',
      'tests/features/screening/golden.test.ts',
      'tests/features/screening/shapes.test.ts',
      'tests/features/screening/lint.test.ts',
      'tests/features/screening/alert-rules.test.ts',
      'tests/features/screening/exam-life.test.ts',
      'tests/features/screening/sheet-state.test.ts',
      'tests/features/screening/small-rules.test.ts',
      'tests/features/screening/compare-results.test.ts',
      'tests/features/screening/bureau-progress.test.ts',
      'tests/features/screening/questionnaire.test.ts',
      'tests/features/screening/wilson.test.ts',
    ],
    sample: 750,
  },
} as const satisfies Readonly<Record<string, Room>>;

export type RoomName = keyof typeof ROOMS;
