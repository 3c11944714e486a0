import type { Tone } from '#web/kit/status-tag.tsx'
import {
  MEMBER_REPLIES,
  type MemberReply,
  TEAM_RESULTS,
  TEAM_STATES,
  type TeamResult,
  type TeamState,
  type Verdict,
  VERDICTS,
} from '../rules/team.ts'

const STATE_TONES: Record<TeamState, Tone> = {
  none: 'neutral',
  convened: 'active',
  spoken: 'success',
  dissolved: 'neutral',
}
const REPLY_TONES: Record<MemberReply, Tone> = { waiting: 'neutral', accepted: 'success', refused: 'danger' }
const VERDICT_TONES: Record<Verdict, Tone> = { passes: 'success', reserves: 'warning', fails: 'danger' }
const RESULT_TONES: Record<TeamResult, Tone> = VERDICT_TONES

export const teamTag = (state: TeamState) => ({ label: TEAM_STATES[state], tone: STATE_TONES[state] })
export const memberTag = (reply: MemberReply) => ({ label: MEMBER_REPLIES[reply], tone: REPLY_TONES[reply] })
export const verdictTag = (verdict: Verdict) => ({ label: VERDICTS[verdict], tone: VERDICT_TONES[verdict] })
export const resultTag = (result: TeamResult) => ({ label: TEAM_RESULTS[result], tone: RESULT_TONES[result] })

export const teamFilePath = (teamId: string) => (file: { fileId: string }) =>
  `/api/workbench/acceptance-teams/${teamId}/files/${file.fileId}`
