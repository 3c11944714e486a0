import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { newId } from '#contract/id.ts'
import { formatTime } from '#contract/time.ts'
import { deviceOf } from '#features/organisation/rules/device.ts'
import { say } from '#features/procurement/methods/say.ts'
import { call } from '#web/call.ts'
import { noteBidDraft } from '../contract.ts'
import type { Room } from './room.ts'

/** Drafts that lie in other browsers: of the same person at another device, or of a colleague. */
export function OtherDrafts({ room }: { room: Room }) {
  const [first, ...more] = room.drafts.filter(({ isMine, device }) => !isMine || device !== ownDevice())
  if (!first) return null
  const who = first.isMine ? '您' : first.by
  const rest = more.length > 0 ? `，另有 ${more.length} 处草稿` : ''
  return (
    <Alert
      type="info"
      showIcon
      title={`${who}于 ${formatTime(first.savedAt)} 在另一台设备（${first.deviceName}）上填写过${say(room, '{bid}')}，尚未提交${rest}`}
      description="内容只保存在那台设备的浏览器中，本机看不到。可在那台设备上继续填写，或在那里下载报价单后到本机导入。"
    />
  )
}

/** At most this often the server is told that a draft is being written. */
const PAUSE_MS = 60_000

/** Tells the own company that a bid is being made here, once something has been saved in this visit. */
export function useDraftNote(
  { orderId, round }: Pick<Room, 'orderId' | 'round'>,
  { ready, draft: { savedAt } }: { ready: boolean; draft: { savedAt: string | null } },
): void {
  const found = useRef<string | null>(undefined)
  const told = useRef(0)
  useEffect(() => {
    if (!ready) return
    if (found.current === undefined) found.current = savedAt
    if (savedAt === null || savedAt === found.current || Date.parse(savedAt) - told.current < PAUSE_MS) return
    told.current = Date.parse(savedAt)
    const body = { round, device: ownDevice(), deviceName: deviceOf(navigator.userAgent) }
    // A courtesy to the next device: without it nothing is lost.
    call(noteBidDraft, { params: { orderId }, body }).catch(() => undefined)
  }, [orderId, round, ready, savedAt])
}

const KEPT_AS = 'kaibiao.device'

/** What this browser calls itself; anew with each visit where nothing can be kept. */
function ownDevice(): string {
  try {
    const known = localStorage.getItem(KEPT_AS)
    if (known) return known
    const made = newId()
    localStorage.setItem(KEPT_AS, made)
    return made
  } catch {
    return (unkept ??= newId())
  }
}
let unkept: string | undefined
