import type { Tone } from '#web/kit/status-tag.tsx'
import { RECRUIT_STATES, type RecruitState } from '../rules/order.ts'
import { ApplyStatus, type ApplyStatusValue, FEE_STATES, type FeeState } from '../rules/trade.ts'

const STATE_TONES: Record<RecruitState, Tone> = {
  draft: 'neutral',
  recruiting: 'active',
  ended: 'warning',
  drafted: 'warning',
  published: 'success',
  abandoned: 'neutral',
}
const APPLY_TONES: Record<ApplyStatusValue, Tone> = { 0: 'active', 1: 'success', 2: 'danger', 3: 'warning' }
const FEE_TONES: Record<FeeState, Tone> = {
  none: 'neutral',
  due: 'warning',
  paid: 'success',
  refunding: 'active',
  refunded: 'neutral',
}

export const stateTag = (state: RecruitState) => ({ label: RECRUIT_STATES[state], tone: STATE_TONES[state] })
export const applyTag = (status: ApplyStatusValue) => ({ label: ApplyStatus.label(status), tone: APPLY_TONES[status] })
export const feeTag = (fee: FeeState) => ({ label: FEE_STATES[fee], tone: FEE_TONES[fee] })

export const CHECK_WORDS = {
  handIn: '提交申请',
  mend: '修改后重新提交',
  pass: '审核通过',
  refuse: '审核不通过',
  sendBack: '退回修改',
} as const

export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
