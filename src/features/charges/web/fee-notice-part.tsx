import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { useCall } from '#web/use-call.ts'
import { useSession } from '#web/shell/session.ts'
import { noticeInForce, waitingServiceFees } from '../contract/bill.ts'

const SEEN = 'kb.fee-notice'

/**
 * Tells a supplier that service fees wait, with what the platform says of it now (specification part 2, section 2.12). Once
 * for each set of them in a browser: whoever has read it is not stopped on every page.
 */
export function Part() {
  const { workbench } = useSession()
  return workbench === 'supplier' ? <Notice /> : null
}

function Notice() {
  const fees = useCall(waitingServiceFees, {}, { fresh: 60_000 }).data ?? []
  const key = fees.map(({ paymentId }) => paymentId).join()
  const [seen, setSeen] = useState(() => localStorage.getItem(SEEN))
  const isOpen = fees.length > 0 && seen !== key
  const notice = useCall(noticeInForce, {}, { enabled: isOpen }).data
  if (!isOpen) return null
  const close = () => {
    localStorage.setItem(SEEN, key)
    setSeen(key)
  }
  return (
    <Modal
      open
      title="友情提示"
      width={800}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={close}>
          我知道了
        </Button>
      }
    >
      {notice && <p className="kb-pre">{notice.content}</p>}
      <p>您有 {fees.length} 笔服务费待支付：</p>
      <ul>
        {fees.map((fee) => (
          <li key={fee.paymentId}>
            <Link className="kb-inline-link" to={`/finance/charges/${fee.paymentId}`} onClick={close}>
              {fee.orderTitle}
            </Link>
            ，{formatAmount(fee.amount)} 元（{fee.ownerCompanyName}）
          </li>
        ))}
      </ul>
    </Modal>
  )
}
