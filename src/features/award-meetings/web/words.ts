import type { Tone } from '#web/kit/status-tag.tsx'
import { MEETING_STATES, type MeetingState } from '../rules/meeting.ts'

const TONES: Record<MeetingState, Tone> = {
  draft: 'neutral',
  called: 'active',
  held: 'warning',
  minuted: 'warning',
  signed: 'success',
  cancelled: 'danger',
}

export function meetingTag(state: MeetingState) {
  return { label: MEETING_STATES[state], tone: TONES[state] }
}
