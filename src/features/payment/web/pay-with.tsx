import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Copied } from '#web/kit/copied.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { useLive } from '#web/live.ts'
import type { orderDetail } from '../contract/order.ts'

type Payment = NonNullable<OutputOf<typeof orderDetail>['payment']>

/** What the method needs of the person: a code to scan, an address to go to, an account to pay to. */
export function PayWith({ payment }: { payment: Payment }) {
  useLive(`payment:${payment.payCode}`)
  const { begun } = payment
  if (!begun) return <p role="status">正在向{payment.methodLabel}下单…</p>
  switch (begun.kind) {
    case 'qr':
      return (
        <div className="pay-code">
          <Code content={begun.content} />
          <p role="status">请用{payment.methodLabel}扫描二维码付款，正在等待付款结果…</p>
        </div>
      )
    case 'redirect':
      return (
        <Button type="primary" href={begun.url} target="_blank" rel="noopener">
          前往{payment.methodLabel}付款
        </Button>
      )
    case 'transfer':
      return (
        <>
          <p>请由付款方本单位账户汇款，汇款附言填写下列附言；到账后本页自动更新。</p>
          <FieldList
            items={[
              { label: '户名', value: <Copied text={begun.accountName} /> },
              { label: '账号', value: <Copied text={begun.accountNo} /> },
              { label: '开户银行', value: <Copied text={begun.bank} /> },
              { label: '附言', value: <Copied text={begun.reference} /> },
            ]}
          />
        </>
      )
    case 'mini':
      return <p>请在微信小程序中完成付款。</p>
  }
}

/** Drawn in this browser. */
function Code({ content }: { content: string }) {
  const [svg, setSvg] = useState('')
  useEffect(() => {
    let shown = true
    void import('qrcode')
      .then(({ default: qr }) => qr.toString(content, { type: 'svg', margin: 2 }))
      .then((drawn) => shown && setSvg(drawn))
    return () => {
      shown = false
    }
  }, [content])
  if (!svg) return <div className="pay-qr" />
  return <img className="pay-qr" src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} alt="付款二维码" />
}
