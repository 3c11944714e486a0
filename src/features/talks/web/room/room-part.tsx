import { TalkRoom } from './talk-room.tsx'

/** The room on another page, where its talk goes on. */
export function Part(props: { talkId: string; method: number }) {
  return <TalkRoom key={props.talkId} {...props} isOpen />
}
