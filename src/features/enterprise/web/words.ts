import { MICRO_APPS } from '#features/micro-apps/rules/apps.ts'
import { PUBLIC_OPENING } from '#features/opening-hall/rules.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { AuditStatus, CardStatus, CompanyStatus } from '../rules/enums.ts'
import { serviceOf } from '../rules/services.ts'
import { WORKBENCH_LABELS } from '../rules/company-types.ts'

const AUDIT_TONES: readonly Tone[] = ['active', 'success', 'danger']
const CARD_TONES: readonly Tone[] = ['warning', 'success', 'danger']

/** Beside the services of a tenant: what else is switched on by a code. */
export const TENANT_SWITCHES: readonly { code: string; label: string }[] = [
  { code: PUBLIC_OPENING, label: '开标大厅对公众开放旁观' },
  ...Object.values(MICRO_APPS).map(({ feature, title }) => ({ code: feature, label: `嵌入应用：${title}` })),
]

export function featureLabel(code: string): string {
  return (TENANT_SWITCHES.find((one) => one.code === code) ?? serviceOf(code))?.label ?? code
}

/** A status by word and colour. */
export function auditTag(status: number): { label: string; tone: Tone } {
  return { label: AuditStatus.label(status), tone: AUDIT_TONES[status] ?? 'neutral' }
}

export function cardTag(status: number): { label: string; tone: Tone } {
  return { label: CardStatus.label(status), tone: CARD_TONES[status] ?? 'neutral' }
}

export function companyTag(status: number): { label: string; tone: Tone } {
  return { label: CompanyStatus.label(status), tone: status === 1 ? 'success' : 'danger' }
}

/** `采购人、供应商`. */
export function workbenchNames(workbenches: readonly string[]): string {
  return workbenches.map((one) => WORKBENCH_LABELS[one as keyof typeof WORKBENCH_LABELS] ?? one).join('、')
}

export const AUDIT_TABS = [
  { value: '', label: '全部' },
  { value: '0', label: '待审核' },
  { value: '1', label: '已通过' },
  { value: '2', label: '已驳回' },
  { value: '3', label: '已撤回' },
]

/** Services and brands are decided; nobody withdraws them. */
export const DECISION_TABS = AUDIT_TABS.slice(0, 4)

export const CERTIFICATE = '/home/enterprise-certificate'
