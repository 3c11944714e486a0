import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '#web/clock.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StageClock } from '#web/kit/stage-clock.tsx'
import { useHallHead } from '#web/shell/hall-head.ts'
import { useCall } from '#web/use-call.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { hallDoor } from '../contract.ts'
import { isDouble } from '../rules-offer.ts'
import { useHallAddress } from './addresses.ts'

type Door = NonNullable<ReturnType<typeof useCall<typeof hallDoor>>['data']>

/** The door: what is opened, when, and the way in at the time. Nothing about bidders. */
export function Screen() {
  const { orderId } = useHallAddress()
  const query = useCall(hallDoor, { params: { id: orderId } })
  return <WhenLoaded query={query}>{(door) => <DoorPage door={door} onTime={() => void query.refetch()} />}</WhenLoaded>
}

function DoorPage({ door, onTime }: { door: Door; onTime: () => void }) {
  const navigate = useNavigate()
  const { home, order } = useHallAddress()
  useHallHead({ title: '', back: order })
  const left = useCountdown(door.openAt)
  const due = left?.over ?? false
  const isGivenUp = isAbortive(door)
  // An order that was given up never opens: asking again would go on for ever.
  const waits = due && !door.isOpen && !isGivenUp
  useEffect(() => {
    if (waits) onTime()
  }, [waits, onTime])
  return (
    <div className="stage-door">
      <p>{door.orderCode}</p>
      <h2>{door.title}</h2>
      <p className="stage-door-facts">
        采购人：{door.purchaserName}
        <span>开标地点：{door.place || '网上开标大厅'}</span>
        {isDouble(door) && <span>双信封：先开商务及技术信封</span>}
      </p>
      {door.isOpen ? (
        <p className="stage-door-open">开标时间已到</p>
      ) : isGivenUp ? (
        <p className="stage-door-open">该标段已流标</p>
      ) : (
        <StageClock at={door.openAt} label="距开标" />
      )}
      <p>开标时间：{formatTime(door.openAt, true)}（北京时间，以服务器时钟为准）</p>
      <Button type="primary" size="large" disabled={!door.isOpen} onClick={() => void navigate(home)}>
        {door.isOpen ? '进入开标大厅' : isGivenUp ? '不再开标' : '未到开标时间'}
      </Button>
      {door.part === 'bidder' && (
        <p>
          请准备好投标时使用的密钥文件及口令，开标后须在规定时间内完成解密。
          {isDouble(door) && '报价信封在第一阶段评审后另行开启，届时须再次解密。'}
        </p>
      )}
    </div>
  )
}
