import { SideBlock } from '#web/kit/detail-screen.tsx'
import { say } from '#features/procurement/methods/say.ts'
import { useCall } from '#web/use-call.ts'
import { orderTrust } from '../contract-log.ts'

/** The signed tree head at the deadline: what it says, in plain words, and the note itself. */
export function Part({ orderId, method }: { orderId: string; method: number }) {
  const { data, error } = useCall(orderTrust, { params: { orderId } })
  if (error) return null
  return (
    <SideBlock title={say({ method }, '{bid}日志')}>
      {data?.checkpoint ? (
        <>
          <p className="kb-size-13 kb-below-8 kb-soft">
            {say({ method }, '截止时的日志头已签名公布：此前提交的{bid}一份不能少，此后也不能再添。')}
          </p>
          <pre className="buyer-note kb-round kb-ground kb-pre kb-break">{data.checkpoint}</pre>
        </>
      ) : (
        <p className="kb-size-13 kb-below-8 kb-soft">
          {say({ method }, '每份{bid}都写入只增不改的日志；{deadline}时公布签名的日志头。')}
        </p>
      )}
    </SideBlock>
  )
}
