import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { CATEGORIES, FILE_KINDS, SUITES } from '../../../rules/enums.ts'
import { useAddresses } from '../addresses.ts'
import { NoticeList } from '../notice-list.tsx'
import { explainPrice } from '../order-form/price-explain.ts'
import { PRICE_WAY, reviewMethodLabel } from '../order-form/review-terms.ts'
import type { OrderDetail } from '../tones.ts'
import { ScheduleList } from './schedule-list.tsx'
import '../order-form/order-form.css'

interface OrderProps {
  order: OrderDetail
}

/** What is bought, for how much, when and where. */
export function BasicSection({ order }: OrderProps) {
  const at = useAddresses()
  const { project } = order
  return (
    <>
      <FieldList
        items={[
          {
            label: '采购项目',
            value: (
              <Link to={at.project(project.projectId)}>
                {project.name}（{project.code}）
              </Link>
            ),
          },
          {
            label: '类别',
            value: `${CATEGORIES[project.category as keyof typeof CATEGORIES] ?? project.category}，标段 ${order.lotNo}`,
          },
          { label: '估算价', value: <AmountText value={order.estimatedPrice} capitals /> },
          {
            label: '最高限价',
            value: order.controlPrice ? <AmountText value={order.controlPrice} capitals /> : '不设限价',
          },
          { label: '投标保证金', value: amountOrNone(order.bond) },
          { label: '文件费用', value: amountOrNone(order.documentFee) },
          { label: '评标办法', value: reviewMethodLabel(order.reviewMethod) },
          { label: '开标地点', value: order.place },
          { label: '解密时限', value: `${order.decryptMinutes} 分钟` },
          { label: '加密算法', value: SUITES[order.suite] },
          order.settings.delivery !== '' && { label: '交货要求', value: order.settings.delivery, wide: true },
          order.settings.paymentTerms !== '' && { label: '付款条件', value: order.settings.paymentTerms, wide: true },
        ]}
      />
      <h3 className="buyer-subhead">时间安排</h3>
      <ScheduleList schedule={order.schedule} />
    </>
  )
}

/** Documents demanded, ways of review, price rule. */
export function RequirementsSection({ order }: OrderProps) {
  const { qualifications, bidFiles, marks, ways, price, committeeSize } = order.settings
  const priceWay = ways.find((way) => way.type === PRICE_WAY && way.isAutomatic)
  const explained = priceWay && explainPrice(price, priceWay.fullMark)
  const named = (rows: readonly { name: string; required?: boolean }[]) =>
    rows.map((row) => `${row.name}${row.required === false ? '（选交）' : ''}`).join('、') || '无'
  return (
    <>
      <FieldList
        items={[
          { label: '报名材料', value: named(qualifications), wide: true },
          { label: '投标文件', value: named(bidFiles), wide: true },
          { label: '唱标内容', value: ['投标总价', ...marks.map((mark) => mark.name)].join('、'), wide: true },
          { label: '评标委员会', value: `${committeeSize} 人` },
        ]}
      />
      {ways.length > 0 && (
        <table className="buyer-mini buyer-ways-read">
          <thead>
            <tr>
              <th scope="col">评审</th>
              <th scope="col">评审项</th>
              <th scope="col">满分</th>
            </tr>
          </thead>
          <tbody>
            {ways.map((way, i) => (
              <tr key={i}>
                <td>{way.name}</td>
                <td>
                  {way.isAutomatic
                    ? (explained?.sentences.join('') ?? '按公式计算')
                    : way.items
                        .map((item) => (way.itemKind === 2 ? `${item.name} ${item.fullMark} 分` : item.name))
                        .join('、')}
                </td>
                <td>{way.itemKind === 2 ? way.fullMark : '通过制'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** Notices as published, files with their fingerprints. */
export function DocumentsSection({ order }: OrderProps) {
  const kinds = Object.entries(FILE_KINDS).filter(([kind]) => order.files.some((file) => file.kind === kind))
  return (
    <>
      <NoticeList orderId={order.orderId} notices={order.notices} />
      {kinds.map(([kind, label]) => (
        <div key={kind}>
          <h3 className="buyer-subhead">{label}</h3>
          <FileList
            files={order.files.filter((file) => file.kind === kind)}
            pathOf={(file) => `/api/workbench/buyer/orders/${order.orderId}/files/${file.fileId}`}
          />
        </div>
      ))}
      {order.files.length === 0 && <p className="kb-muted">尚未上传招标文件</p>}
    </>
  )
}

function amountOrNone(value: string): string {
  return /[1-9]/.test(value) ? `${formatAmount(value)} 元` : '不收取'
}
