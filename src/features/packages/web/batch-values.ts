import type { AwardCause } from '#features/procurement/rules/result-change.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import type { BatchLot } from './types.ts'
import { BATCH_STEPS, type BatchStep } from '../rules/steps.ts'

/** What is said for all orders of a batch, and who is chosen for each. */
export interface BatchValues {
  choices: Readonly<Record<string, string | undefined>>
  reason: string
  title: string
  content: RichNode | null
  affectsBids: boolean
  schedule: { signUpEnd?: string; questionEnd?: string; bidEnd?: string }
  cause: AwardCause | null
  evidence: FileRef[]
  companies: { value: string; label: string }[]
  isTouched: boolean
}

export const NOTHING: BatchValues = {
  choices: {},
  reason: '',
  title: '',
  content: null,
  affectsBids: false,
  schedule: {},
  cause: null,
  evidence: [],
  companies: [],
  isTouched: false,
}

/** The best of each order to begin with. */
export function choicesOf(rows: readonly BatchLot[]): BatchValues['choices'] {
  return Object.fromEntries(rows.map(({ orderId, choices }) => [orderId, choices[0]?.tradeId]))
}

/** The body of the call, or what is missing in Chinese. */
export function bodyOf(
  step: BatchStep,
  { values, lots }: { values: BatchValues; lots: readonly BatchLot[] },
): object | string {
  const { choices, reason, title, content, affectsBids, schedule, cause, evidence, companies } = values
  const open = lots.find(({ orderId, choices: possible }) => possible.length > 0 && !choices[orderId])
  if ('chooses' in BATCH_STEPS[step] && open) return `请为“${open.title}”选择供应商`
  const plain = lots.map(({ orderId }) => ({ orderId }))
  const chosen = lots.map(({ orderId, version }) => ({ orderId, tradeId: choices[orderId], version }))
  const said = reason.trim()
  switch (step) {
    case 'candidate':
    case 'winner':
      return { step, lots: chosen.map(({ orderId, tradeId }) => ({ orderId, tradeId })), reason: said }
    case 'change-winner':
      if (!cause) return '请选择变更原因'
      if (said.length < 10) return '请说明变更原因，不少于 10 个字'
      if (!evidence[0]) return '请上传证明材料'
      return {
        step,
        lots: chosen,
        cause,
        reason: said,
        evidence: { fileId: evidence[0].fileId, name: evidence[0].name },
      }
    case 'clarification':
    case 'change': {
      if (title.trim() === '') return '请输入标题'
      if (!content || isBlank(content)) return '请填写正文'
      const text = { step, lots: plain, title: title.trim(), content, affectsBids }
      return step === 'change' ? { ...text, schedule } : text
    }
    case 'auction':
      return said.length < 5 ? '请填写流标原因，不少于 5 个字' : { step, lots: plain, reason: said }
    case 'add-supplier':
      if (companies.length === 0) return '请选择供应商'
      if (said.length < 2) return '请填写原因'
      return { step, lots: plain, reason: said, companyIds: companies.map(({ value }) => value) }
  }
}
