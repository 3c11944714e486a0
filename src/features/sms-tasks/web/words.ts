import type { OutputOf } from '#contract/endpoint.ts'
import { REGIONS } from '#features/supplier-draws/rules/draw.ts'
import { SUPPLIER_STATES } from '#features/suppliers/rules/states.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import type { Conditions, taskDetail } from '../contract/tasks.ts'
import { REVIEWS, type ReviewState } from '../contract/templates.ts'
import { RECIPIENT_STATES, type RecipientState, TASK_STATES, type TaskState } from '../rules/task.ts'

export type SmsTask = OutputOf<typeof taskDetail>

const TASK_TONES: Record<TaskState, Tone> = {
  draft: 'neutral',
  scheduled: 'active',
  sending: 'warning',
  sent: 'success',
  stopped: 'neutral',
}
const RECIPIENT_TONES: Record<RecipientState, Tone> = {
  waiting: 'active',
  queued: 'active',
  handed: 'active',
  delivered: 'success',
  failed: 'danger',
  skipped: 'neutral',
  stopped: 'neutral',
  'left-out': 'neutral',
}

export const taskTag = ({ state, pendingApproval }: { state: TaskState; pendingApproval: string | null }) =>
  pendingApproval
    ? { label: '审批中', tone: 'active' as const }
    : { label: TASK_STATES[state], tone: TASK_TONES[state] }

export const recipientTag = (state: RecipientState) => ({
  label: RECIPIENT_STATES[state],
  tone: RECIPIENT_TONES[state],
})

const REVIEW_TONES: Record<ReviewState, Tone> = {
  pending: 'warning',
  passed: 'success',
  refused: 'danger',
  revoked: 'danger',
}

export const reviewTag = (review: ReviewState) => ({ label: REVIEWS[review], tone: REVIEW_TONES[review] })

/** Whom a task means, in words. */
export function conditionText({ supplierIds, states, category, grades, regions }: Conditions): string {
  const parts = [
    supplierIds.length > 0 && `指定 ${supplierIds.length} 家`,
    states.length > 0 && `状态 ${states.map((state) => SUPPLIER_STATES[state]).join('、')}`,
    category && `品类 ${category}`,
    grades.length > 0 && `等级 ${grades.join('、')}`,
    regions.length > 0 && `注册地 ${regions.map((code) => REGIONS[code]).join('、')}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('；') : '供应商库全部供应商'
}

/** What nobody is charged here, and what the figure is. */
export const COST_NOTE = '费用按提交给短信通道的条数统计，平台不在此扣款'

/** Whether the person sends; an auditor only reads. */
export function useSender(): boolean {
  return useSession().employee?.rights.includes('sms') ?? false
}
