import { useNavigate } from 'react-router'
import { useAction } from '#web/use-call.ts'
import { enterMeeting } from '../contract/online.ts'
import { roomPlace } from '../rules/places.ts'

/** Comes to an online meeting: elsewhere in a window of its own, so that this page goes on saying that its host is there. */
export function useEntry(meetingId: string): () => Promise<void> {
  const navigate = useNavigate()
  const entry = useAction(enterMeeting)
  return async () => {
    const outcome = await entry.run({ params: { meetingId } })
    if (!outcome.ok || !outcome.data) return
    const { url } = outcome.data
    if (url === null) void navigate(roomPlace(meetingId))
    else window.open(url, '_blank', 'noopener,noreferrer')
  }
}
