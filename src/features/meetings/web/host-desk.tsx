import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { countText } from '#features/payment/rules/catalogue.ts'
import { useSteadyBeat } from '#web/steady-beat.ts'
import { useAction } from '#web/use-call.ts'
import { hostBeat } from '../contract/online.ts'
import { PING_MS } from '../rules/meeting.ts'
import { PLACES } from '../rules/places.ts'
import { METERED } from './list-screen.tsx'

/** Says, as long as it is shown, that the host is there, and tells what that has cost. */
export function HostDesk({ meetingId }: { meetingId: string }) {
  const [stand, setStand] = useState<OutputOf<typeof hostBeat> | null>(null)
  const { run } = useAction(hostBeat, { overlay: false, quiet: true })
  const beat = () =>
    void run({ params: { meetingId } }).then((outcome) => {
      if (outcome.ok) setStand(outcome.data)
    })
  useSteadyBeat(PING_MS, beat)
  useEffect(() => {
    void run({ params: { meetingId } }).then((outcome) => outcome.ok && setStand(outcome.data))
  }, [run, meetingId])
  if (!stand || stand.run === 'ended') return null
  const used = `已计费 ${countText(METERED, stand.minutes)}，套餐剩余 ${countText(METERED, stand.remain)}`
  const buy = (
    <Link className="kb-inline-link" to={PLACES.buy}>
      购买时长
    </Link>
  )
  if (stand.run === 'away')
    return (
      <Alert
        type="error"
        showIcon
        className="kb-below-12"
        title={<>会议时长已用完，会议暂停、计费已停止。{buy}后自动继续</>}
      />
    )
  return (
    <Alert
      type={stand.isLow ? 'warning' : 'info'}
      showIcon
      className="kb-below-12"
      title={
        stand.isLow ? (
          <>
            会议时长即将用完：{used}。{buy}
          </>
        ) : (
          `会议计费中：${used}`
        )
      }
      description="请保持本页打开；离开或断线 2 分钟后停止计费，返回后继续。"
    />
  )
}
