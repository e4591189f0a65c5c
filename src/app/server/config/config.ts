import type { AssistantOptions } from '../../../features/ai-chat/server/assistant-of.ts';
import type { ServiceContact } from '../../../features/online-service/server/contact.ts';
import type { ServiceOptions } from '../../../platform/objects/server/service.ts';
import type { OutsideSettings } from '../../../platform/outside-identity/server/outside.ts';
import type { SmsProvider } from './read-sms.ts';
import type { Values } from './settings.ts';

export type Mode = Values['XINYU_MODE'];

/** The validated configuration of a process. */
export interface Config {
  mode: Mode;
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Absolute; undefined where the folders of the product are used. */
  tenantsDir: string | undefined;
  databaseUrl: string | undefined;
  databaseAdminUrl: string | undefined;
  databaseBackupUrl: string | undefined;
  redisUrl: string | undefined;
  /** Undefined outside production, where one is kept in the data folder. */
  appSecret: string | undefined;
  /**
   * The first one encrypts, the others still decrypt. Undefined outside production, where one is kept in the data
   * folder.
   */
  masterKeys: readonly Buffer[] | undefined;
  /** Undefined outside production, where a pair is kept in the data folder. */
  renewalPublicKey: Buffer | undefined;
  /** Only for the command that renews a service. */
  renewalKey: Buffer | undefined;
  allowDemoData: boolean;
  logLevel: Values['LOG_LEVEL'];
  trustProxy: string[];
  /** Lower case; undefined when the shared hosts are not configured. */
  sharedHosts: string[] | undefined;
  /** Hosts under which the portal answers beside those of sites; lower case, without port. */
  allowedHosts: string[];
  metricsToken: string | undefined;
  /** The collector of OpenTelemetry spans. */
  traceEndpoint: string | undefined;
  /** How people reach the provider of the portal. */
  serviceContact: ServiceContact;
  /** The AI assistant; without an endpoint help articles answer. */
  assistant: AssistantOptions;
  /** Without it production sends no messages. */
  sms: SmsProvider;
  /** Most messages of an organisation in a day. */
  smsPerOrgDay: number;
  /** Providers of sign-in that the operator has apps at; outside production, servers may have internal addresses. */
  outside: Pick<OutsideSettings, 'wechatWeb' | 'wechatAccount' | 'qq' | 'suite' | 'internalAddresses'>;
  /** Undefined when files are kept in the data folder. */
  objectStore: ServiceOptions | undefined;
  /** Milliseconds. */
  session: { accessMs: number; refreshMs: number; idleMs: number; staffIdleMs: number; chainMs: number };
  /** Argon2id: KiB and passes. */
  argon2: { memoryCost: number; timeCost: number };
  /** An institution sees only numbers about at least this many students. */
  smallestGroup: number;
  /** Bytes. */
  bodyLimit: number;
  /** Milliseconds. */
  shutdown: { delayMs: number; limitMs: number };
}

/** Lists every problem of the environment at once; each line names the variable, the problem and the fix. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`配置有误：\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
