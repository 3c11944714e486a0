import type { OutputOf } from '#contract/endpoint.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import type { verificationDetail } from '../contract.ts'
import {
  type Conclusion,
  CONCLUSIONS,
  type Opinion,
  type Reply,
  REPLIES,
  type State,
  STATES,
} from '../rules/verification.ts'

export type Detail = OutputOf<typeof verificationDetail>

const STATE_TONES: Record<State, Tone> = {
  draft: 'neutral',
  inviting: 'active',
  reviewing: 'active',
  concluded: 'warning',
  reported: 'success',
  failed: 'danger',
}
const CONCLUSION_TONES: Record<Conclusion, Tone> = { passed: 'success', amended: 'warning', refused: 'danger' }
const REPLY_TONES: Record<Reply, Tone> = { waiting: 'neutral', accepted: 'success', refused: 'danger' }
export const OPINION_TONES: Record<Opinion, Tone> = { agree: 'success', amend: 'warning', against: 'danger' }

export function stateTag(state: State) {
  return { label: STATES[state], tone: STATE_TONES[state] }
}

export function conclusionTag(conclusion: Conclusion) {
  return { label: CONCLUSIONS[conclusion], tone: CONCLUSION_TONES[conclusion] }
}

export function replyTag(reply: Reply) {
  return { label: REPLIES[reply], tone: REPLY_TONES[reply] }
}

export const pathOfFile = (id: string) => (file: { fileId: string }) =>
  `/api/workbench/verifications/${id}/files/${file.fileId}`
