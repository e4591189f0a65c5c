import { createHmac, timingSafeEqual } from 'node:crypto';

/** A condition of a POST policy, as OSS and S3 write them. */
type Condition =
  | readonly [op: string, field: string, value: string]
  | readonly ['content-length-range', number, number]
  | Readonly<Record<string, string>>;
export interface Policy {
  expiration: string;
  conditions: readonly Condition[];
}

export const encodePolicy = (policy: Policy): string => Buffer.from(JSON.stringify(policy)).toString('base64');

/** What a policy allows. */
export interface Grant {
  minBytes: number;
  maxBytes: number;
}

/** Why a form is refused. */
export class PolicyRefusal extends Error {
  readonly tooLarge: boolean;
  constructor(reason: string, tooLarge = false) {
    super(reason);
    this.name = 'PolicyRefusal';
    this.tooLarge = tooLarge;
  }
}

const refuse = (reason: string): never => {
  throw new PolicyRefusal(reason);
};

/** Fields that need no condition: the policy itself, the signature, and the file. */
const UNBOUND = new Set(['ossaccesskeyid', 'policy', 'signature', 'file', 'success_action_status', 'content-type']);

const isText = (x: unknown): x is string => typeof x === 'string';
const isSize = (x: unknown): x is number => typeof x === 'number' && Number.isInteger(x) && x >= 0;

/** Compares in constant time, also for different lengths. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHmac('sha256', 'compare').update(text).digest()) as [
    Buffer,
    Buffer,
  ];
  return timingSafeEqual(a, b);
}

function policyOf(text: string): { expiration: number; conditions: unknown[] } {
  try {
    const policy: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (
      typeof policy === 'object' &&
      policy !== null &&
      'expiration' in policy &&
      'conditions' in policy &&
      isText(policy.expiration) &&
      Array.isArray(policy.conditions)
    ) {
      const expiration = Date.parse(policy.expiration);
      if (Number.isFinite(expiration)) return { expiration, conditions: policy.conditions as unknown[] };
    }
  } catch {
    // Reported below.
  }
  return refuse('the policy cannot be read');
}

/** Parses a condition; an unknown condition refuses everything, because what it forbids is unknown. */
function readCondition(
  condition: unknown,
): [op: string, field: string, value: string] | ['content-length-range', number, number] {
  if (Array.isArray(condition) && condition.length === 3) {
    const [op, a, b] = condition as unknown[];
    if (op === 'content-length-range' && isSize(a) && isSize(b)) return [op, a, b];
    if ((op === 'eq' || op === 'starts-with') && isText(a) && a.startsWith('$') && isText(b))
      return [op, a.slice(1).toLowerCase(), b];
  }
  if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) {
    const entries = Object.entries(condition);
    const [entry] = entries;
    if (entries.length === 1 && entry && isText(entry[1])) return ['eq', entry[0].toLowerCase(), entry[1]];
  }
  return refuse('a condition cannot be read');
}

/**
 * Validates a form as an OSS service does: signed by the key, not expired, every condition fulfilled, and every
 * relevant field bound by a condition. The key of the object and its size must be bound.
 *
 * @param fields By their names in lower case, without the file
 * @throws PolicyRefusal
 */
export function validatePolicy(
  fields: ReadonlyMap<string, string>,
  { bucket, accessId, secret, now }: { bucket: string; accessId: string; secret: string; now: number },
): Grant {
  const field = (name: string) => fields.get(name) ?? '';
  const policyText = field('policy');
  const expected = createHmac('sha1', secret).update(policyText).digest('base64');
  const isSigned = sameText(field('signature'), expected);
  if (!sameText(field('ossaccesskeyid'), accessId) || !isSigned) refuse('the signature is wrong');
  const { expiration, conditions } = policyOf(policyText);
  if (now >= expiration) refuse('the policy has expired');
  const bound = new Set<string>();
  let range: Grant | undefined;
  for (const condition of conditions.map(readCondition)) {
    const [op, name, value] = condition;
    if (op === 'content-length-range') {
      range = {
        minBytes: Math.max(range?.minBytes ?? 0, Number(name)),
        maxBytes: Math.min(range?.maxBytes ?? Infinity, Number(value)),
      };
      continue;
    }
    const [key, wanted] = [String(name), String(value)];
    const given = key === 'bucket' ? bucket : field(key);
    const met = op === 'eq' ? given === wanted : given.startsWith(wanted);
    if (!met) refuse(`the condition on ${key} is not met`);
    bound.add(key);
  }
  if (!bound.has('key') || !range) return refuse('the policy leaves key or size open');
  for (const name of fields.keys())
    if (!UNBOUND.has(name) && !bound.has(name)) refuse(`the field ${name} is not allowed`);
  return range;
}
