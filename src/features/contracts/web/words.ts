import { formatAmount } from '#contract/money.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import {
  CALL_OFF_STATES,
  type CallOffState,
  CONTRACT_STATES,
  type ContractState,
  DEMAND_STATES,
  type DemandOrderState,
  REQUEST_STATES,
  type RequestState,
} from '../rules/status.ts'

const CONTRACT_TONES: Record<ContractState, Tone> = {
  draft: 'neutral',
  offered: 'active',
  signed: 'success',
  completed: 'neutral',
  terminated: 'danger',
}
const CALL_OFF_TONES: Record<CallOffState, Tone> = {
  sent: 'active',
  confirmed: 'active',
  refused: 'danger',
  cancelled: 'neutral',
  done: 'success',
}
const DEMAND_TONES: Record<DemandOrderState, Tone> = {
  asked: 'active',
  ordered: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
}
const REQUEST_TONES: Record<RequestState, Tone> = {
  asked: 'active',
  approved: 'warning',
  refused: 'danger',
  paid: 'success',
}

export const contractTag = (state: ContractState) => ({ label: CONTRACT_STATES[state], tone: CONTRACT_TONES[state] })
export const callOffTag = (state: CallOffState) => ({ label: CALL_OFF_STATES[state], tone: CALL_OFF_TONES[state] })
export const demandTag = (state: DemandOrderState) => ({ label: DEMAND_STATES[state], tone: DEMAND_TONES[state] })
export const requestTag = (state: RequestState) => ({ label: REQUEST_STATES[state], tone: REQUEST_TONES[state] })

/** Tabs of a list by state; `more` behind them. */
export function tabsOf(states: Readonly<Record<string, string>>, more: { value: string; label: string }[] = []) {
  return [
    { value: '', label: '全部', countKey: 'all' },
    ...Object.entries(states).map(([value, label]) => ({ value, label })),
    ...more,
  ]
}

/** What both sides must know of how they sign here. */
export const NO_E_SIGNATURE =
  '双方在本平台确认的是合同内容的哈希（SHA-256），证明双方确认的是同一内容并记入审计链；这不是《电子签名法》意义上的可靠电子签名。需要签章的，可在签订后发起电子签章，或者另行签署并上传扫描件。'

/** What is overdue, with interest; nothing where nothing is. */
export function overdueText({ overdue, interest }: { overdue: string; interest: string }): string {
  if (Number(overdue) === 0 && Number(interest) === 0) return ''
  const late = Number(overdue) === 0 ? '' : `逾期 ${formatAmount(overdue)} 元，`
  return `${late}逾期利息 ${formatAmount(interest)} 元`
}

export function filePath(contractId: string): (file: { fileId: string }) => string {
  return ({ fileId }) => `/api/workbench/contracts/${contractId}/files/${fileId}`
}

/** Where the document of a version is had that both have signed electronically. */
export function signedPath(contractId: string, version: number): string {
  return `/api/workbench/contracts/${contractId}/e-signature/${version}/document`
}

/** Uploaded files as a call takes them. */
export function given(files: readonly { fileId: string; name: string }[] | undefined) {
  return (files ?? []).map(({ fileId, name }) => ({ fileId, name }))
}
