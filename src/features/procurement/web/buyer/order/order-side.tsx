import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { openFile } from '#web/export.ts'
import { AmountText, Countdown } from '#web/kit/values.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useAction } from '#web/use-call.ts'
import { archiveProof, downloadArchive, prepareArchive } from '../../../contract/order.ts'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { LawSummary, LegalFindings } from '../legal-findings.tsx'
import type { OrderDetail } from '../tones.ts'

/** The right rail: key facts, people, legal calendar, and what the log proves. */
export function OrderSide({ order }: { order: OrderDetail }) {
  const isPublished = order.publishedAt !== null
  return (
    <>
      <SideBlock title="要点">
        <FieldList
          columns={1}
          items={[
            order.nextAt && { label: order.nextLabel ?? '期限', value: <Countdown at={order.nextAt} /> },
            { label: say(order, '{estimate}'), value: <AmountText value={order.estimatedPrice} short /> },
            order.controlPrice !== null && {
              label: say(order, '{ceiling}'),
              value: <AmountText value={order.controlPrice} short />,
            },
            { label: '清单', value: `${order.items.length} 行` },
            isPublished && order.signUps && { label: '报名', value: `${order.signUps.passed} 家通过` },
          ]}
        />
      </SideBlock>
      <SideBlock title="相关方">
        <FieldList columns={1} items={order.people.map((person) => ({ label: person.role, value: person.name }))} />
      </SideBlock>
      {order.findings.length > 0 && (
        <SideBlock title="法定日历">
          <LawSummary order={order} findings={order.findings} />
          <LegalFindings findings={order.findings} />
        </SideBlock>
      )}
      {isPublished && methodOf(order.method).offers === 'sealed' && (
        <Parts of={ORDER_SLOTS.log} orderId={order.orderId} method={order.method} />
      )}
      {(order.state === 'archive.done' || order.state === 'archive.abortive') && (
        <SideBlock title="归档">
          <p className="kb-size-13 kb-below-8 kb-soft">
            全部材料已按卷宗打包固定，保存十五年。归档证明是归档清单在公开日志中的位置，与归档文件一并保存。
          </p>
          <Button size="small" onClick={() => void openFile(downloadArchive, { params: { orderId: order.orderId } })}>
            下载归档文件
          </Button>{' '}
          <Button size="small" onClick={() => void openFile(archiveProof, { params: { orderId: order.orderId } })}>
            归档证明
          </Button>{' '}
          <PrepareArchive orderId={order.orderId} />
        </SideBlock>
      )}
    </>
  )
}

function PrepareArchive({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  const prepare = useAction(prepareArchive, {
    success: '正在核对，完成后可下载',
    onDone: () => void navigate('/download-management'),
  })
  return (
    <Button size="small" loading={prepare.busy} onClick={() => void prepare.run({ params: { orderId } })}>
      核对指纹后下载
    </Button>
  )
}
