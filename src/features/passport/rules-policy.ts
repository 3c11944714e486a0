import * as z from 'zod'
import { DEFAULT_PASSWORD_RULE, SESSION_IDLE_HOURS, SESSION_MAX_HOURS } from './rules.ts'

/** As long as a password may be anywhere. */
export const PASSWORD_LONGEST = 64

/** Groups of people of whom a tenant may ask a second factor, with their names. */
export const FACTOR_GROUPS = {
  administrators: '管理员（平台与企业）',
  hosts: '开标主持人（招标采购经办人）',
  experts: '评审专家',
  officers: '密钥保管人',
} as const
export type FactorGroup = keyof typeof FACTOR_GROUPS

/** A form that was emptied leaves the day out. */
const From = z.iso.date('日期应为 2026-10-01 的形式').nullish()

const Fields = z.object({
  passwordMin: z.number().int().min(6, '不少于6位').max(PASSWORD_LONGEST, '不超过64位'),
  passwordMax: z.number().int().min(14, '不少于14位').max(PASSWORD_LONGEST, '不超过64位'),
  /** Symbols of ASCII beside letters and digits. */
  passwordSymbols: z.boolean(),
  /** A session ends after so long without a request, and after so long in any case. */
  idleHours: z.number().int().min(1, '不少于1小时').max(SESSION_IDLE_HOURS, `不超过${SESSION_IDLE_HOURS}小时`),
  maxHours: z.number().int().min(1, '不少于1小时').max(SESSION_MAX_HOURS, `不超过${SESSION_MAX_HOURS}小时`),
  /** By group: the day in Beijing from which a second factor is asked for; null: it is not. */
  factorFrom: z.object({ administrators: From, hosts: From, experts: From, officers: From }),
  /** Opening a session of bids and acting as a key officer need a factor shown this recently; 0: not asked for. */
  stepUpMinutes: z.number().int().min(0).max(240, '不超过240分钟'),
})

/** How people log in at a tenant. */
export const LoginPolicy = Fields.refine((policy) => policy.passwordMin <= policy.passwordMax, {
  path: ['passwordMax'],
  message: '最长位数不能少于最短位数',
})
export type LoginPolicy = z.output<typeof Fields>

/** What holds where a tenant decided nothing. */
export const DEFAULT_POLICY: LoginPolicy = {
  passwordMin: 6,
  passwordMax: 14,
  passwordSymbols: false,
  idleHours: SESSION_IDLE_HOURS,
  maxHours: SESSION_MAX_HOURS,
  factorFrom: { administrators: null, hosts: null, experts: null, officers: null },
  stepUpMinutes: 0,
}

/** As stored with a tenant; what was left out or does not fit is as by default. */
export function policyOf(stored: unknown): LoginPolicy {
  const given = { ...DEFAULT_POLICY, ...(stored as Partial<LoginPolicy> | null) }
  const parsed = LoginPolicy.safeParse(given)
  return parsed.success ? parsed.data : DEFAULT_POLICY
}

export type PasswordRule = Pick<LoginPolicy, 'passwordMin' | 'passwordMax' | 'passwordSymbols'>

/** The rule in words; that of the specification in its own. */
export function passwordRuleText(rule: PasswordRule): string {
  if (isDefault(rule)) return DEFAULT_PASSWORD_RULE
  const of = rule.passwordSymbols ? '字母、数字或符号' : '字母和数字'
  return `密码需介于${rule.passwordMin}-${rule.passwordMax}个${of}且必须包含大小写字母和数字`
}

/** The rule as a hint below a field. */
export function passwordHint({ passwordMin, passwordMax, passwordSymbols }: PasswordRule): string {
  return `${passwordMin}-${passwordMax}位，须同时包含大写字母、小写字母和数字${passwordSymbols ? '，可以使用符号' : ''}`
}

/** Whether a password has the form that the rule asks for; blanks around it do not count. */
export function passwordFitsRule(given: string, rule: PasswordRule): boolean {
  const value = given.trim()
  const allowed = rule.passwordSymbols ? /^[\x21-\x7e]+$/ : /^[A-Za-z0-9]+$/
  const { length } = value
  const isLong = length >= rule.passwordMin && length <= rule.passwordMax
  return isLong && allowed.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
}

function isDefault(rule: PasswordRule): boolean {
  return !rule.passwordSymbols && rule.passwordMin === DEFAULT_POLICY.passwordMin && rule.passwordMax === 14
}
