import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { openFile } from '#web/export.ts'
import { AmountText, Countdown } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { orderTrust } from '#features/sealed-bids/contract-log.ts'
import { downloadArchive, prepareArchive } from '../../../contract/order.ts'
import { OrderStatus } from '../../../rules/enums.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { LegalFindings, findingsSummary } from '../legal-findings.tsx'
import type { OrderDetail } from '../tones.ts'

const S = OrderStatus.values

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
            { label: '估算价', value: <AmountText value={order.estimatedPrice} short /> },
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
          <p className="kb-size-13 kb-below-8 kb-soft">{findingsSummary(order.findings)}</p>
          <LegalFindings findings={order.findings} />
        </SideBlock>
      )}
      {isPublished && methodOf(order.method).offers === 'sealed' && <LogBlock orderId={order.orderId} />}
      {order.status === S.archived && (
        <SideBlock title="归档">
          <p className="kb-size-13 kb-below-8 kb-soft">公告、记录和指纹已打包固定，保存十五年。</p>
          <Button size="small" onClick={() => void openFile(downloadArchive, { params: { orderId: order.orderId } })}>
            下载归档文件
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

/** The signed tree head at the deadline: what it says, in plain words, and the note itself. */
function LogBlock({ orderId }: { orderId: string }) {
  const { data, error } = useCall(orderTrust, { params: { orderId } })
  if (error) return null
  return (
    <SideBlock title="投标日志">
      {data?.checkpoint ? (
        <>
          <p className="kb-size-13 kb-below-8 kb-soft">
            截止时的日志头已签名公布：此前提交的投标一份不能少，此后也不能再添。
          </p>
          <pre className="buyer-note kb-round kb-ground kb-pre kb-break">{data.checkpoint}</pre>
        </>
      ) : (
        <p className="kb-size-13 kb-below-8 kb-soft">每份投标都写入只增不改的日志；投标截止时公布签名的日志头。</p>
      )}
    </SideBlock>
  )
}
