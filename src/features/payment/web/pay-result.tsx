import { Modal, Result } from 'antd'
import { useEffect, useState } from 'react'
import { noteChanged } from '#web/stale.ts'
import { useCall } from '#web/use-call.ts'
import { payStatus } from '../contract/order.ts'
import { PayStatus } from '../rules/enums.ts'

const S = PayStatus.values
const POLL_MS = 3_000
const CLOSES_MS = 2_000

/**
 * Waits for a payment, asking every three seconds until it has come to an end; says in a dialog how it went. Success closes
 * by itself after two seconds (specification part 2, section 4.2).
 */
export function PayResult({ payCode }: { payCode: string }) {
  const [over, setOver] = useState(false)
  const [seen, setSeen] = useState('')
  const query = useCall(payStatus, { params: { payCode } }, { fresh: 0, ...(!over && { every: POLL_MS }) })
  const status = query.data?.payStatus
  const isOver = status === S.success || status === S.fail
  useEffect(() => {
    if (!isOver) return undefined
    setOver(true)
    if (status !== S.success) {
      noteChanged(['payment'])
      return undefined
    }
    const timer = setTimeout(() => {
      setSeen(payCode)
      noteChanged(['payment'])
    }, CLOSES_MS)
    return () => clearTimeout(timer)
  }, [isOver, status, payCode])
  if (query.error) return <p role="alert">查询支付结果失败，请稍后重试</p>
  if (!isOver || seen === payCode) return null
  return (
    <Modal open footer={null} title="支付结果" onCancel={() => setSeen(payCode)} destroyOnHidden>
      {status === S.success ? (
        <Result status="success" title="支付成功" subTitle="2 秒后自动关闭" />
      ) : (
        <Result status="error" title="支付失败" subTitle={query.data?.reason || '请重新选择支付方式'} />
      )}
    </Modal>
  )
}
