import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { BID_FILE_ROLES, BidFileType, envelopeOf, ReviewModel, SUITES } from '#features/procurement/rules/enums.ts'
import { AmountText } from '#web/kit/values.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { useCall } from '#web/use-call.ts'
import { useNavigate } from 'react-router'
import { useHallAddress } from './addresses.ts'
import { findingsOf } from './bid-file-check.ts'
import './bid-file.css'

type Order = OutputOf<typeof orderDetail>

interface Props {
  /** `make`: what is still missing, with the way to the form that holds it. */
  mode: 'make' | 'detail'
}

/** The electronic tender file as bidders will work with it: documents, envelopes, price form, read-out, review. */
export function Screen({ mode }: Props) {
  const address = useHallAddress()
  const query = useCall(orderDetail, { params: { orderId: address.orderId } })
  return (
    <DetailScreen query={query} back={{ label: '标段', to: address.order }}>
      {(order) => {
        const isDraft = order.state === 'publish.draft'
        return {
          title: mode === 'make' ? '电子招标文件制作' : '电子招标文件',
          status: <StatusTag label={isDraft ? '编制中' : '已发布'} tone={isDraft ? 'neutral' : 'success'} />,
          facts: [order.code, order.title],
          actions: [],
          sections: [
            ...(mode === 'make' ? [{ key: 'check', title: '完整性检查', content: <Check order={order} /> }] : []),
            { key: 'documents', title: '招标文件', content: <Documents order={order} /> },
            { key: 'envelopes', title: '投标文件组成', content: <Envelopes order={order} /> },
            { key: 'price', title: '报价单格式', content: <PriceForm order={order} /> },
            { key: 'marks', title: '唱标内容', content: <Marks order={order} /> },
            { key: 'review', title: '评审办法', content: <Review order={order} /> },
            { key: 'rules', title: '递交与开标', content: <Rules order={order} /> },
          ],
        }
      }}
    </DetailScreen>
  )
}

function Check({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { order: info, host } = useHallAddress()
  const findings = findingsOf(order)
  const isDraft = order.state === 'publish.draft'
  const missing = findings.filter((one) => !one.ok).length
  const edit = info.replace('/info', `/projects/${order.project.projectId}/edit/kpbFile`)
  return (
    <>
      {missing > 0 ? (
        <Alert type="warning" showIcon title={`还有 ${missing} 项需要补充，补齐后才能发布`} />
      ) : (
        <Alert type="success" showIcon title="电子招标文件已完整" />
      )}
      <ul className="bid-file-check">
        {findings.map((one) => (
          <li key={one.title}>
            <span className={one.ok ? 'kb-good' : 'is-missing'} aria-hidden>
              {one.ok ? '✓' : '!'}
            </span>
            <span>
              {one.title}
              <small className="kb-block kb-soft">{one.detail}</small>
            </span>
          </li>
        ))}
      </ul>
      {isDraft ? (
        <div className="kb-flex kb-gap-8">
          <PrimaryButton label="编辑内容" to={edit} />
          <Button onClick={() => void navigate(host)}>设置数字主持人</Button>
        </div>
      ) : (
        <p className="kb-muted">已发布，内容只能通过变更公告修改。</p>
      )}
    </>
  )
}

function Documents({ order }: { order: Order }) {
  const { file } = useHallAddress()
  if (order.files.length === 0) return <p className="kb-muted">尚未上传招标文件</p>
  return (
    <>
      <ul className="kb-files">
        {order.files.map((one) => (
          <li key={one.fileId}>
            <Link className="kb-shrink kb-break" to={file(one.fileId)}>
              {one.name}
            </Link>
            <span className="kb-muted">{formatSize(one.size)}</span>
            <Fingerprint hex={one.sha256} />
          </li>
        ))}
      </ul>
      {order.files.length > 1 && (
        <Link to={file(order.files.map((one) => one.fileId).join(','))}>连续阅读全部文件</Link>
      )}
    </>
  )
}

interface Part {
  name: string
  kind: string
  required: boolean
  envelope: number
}

function Envelopes({ order }: { order: Order }) {
  const isDouble = order.reviewModel === ReviewModel.values.double
  const { bidFiles, marks } = order.settings
  const rows: Part[] = [
    { name: '报价单', kind: '按采购清单在线填写', required: true, envelope: envelopeOf('price') },
    ...(isDouble && marks.some((mark) => mark.envelope === 1)
      ? [{ name: '商务开标一览表', kind: '在线填写', required: true, envelope: envelopeOf('statement') }]
      : []),
    ...bidFiles.map((file) => ({
      name: file.name,
      kind: BID_FILE_ROLES[file.role].label,
      required: file.required,
      envelope: envelopeOf(file.role),
    })),
  ].toSorted((a, b) => (isDouble ? a.envelope - b.envelope : 0))
  return (
    <>
      <p className="kb-muted">
        {isDouble
          ? '双信封：商务及技术信封先开启并评审，报价信封只对第一阶段评审通过的投标人开启。'
          : '单信封：全部文件在开标时一次开启。'}
        每份文件在投标人的浏览器中单独加密。
      </p>
      <DataTable
        label="投标文件组成"
        rows={rows}
        rowKey={(row) => row.name}
        columns={[
          { key: 'name', title: '文件', value: (row) => row.name },
          { key: 'kind', title: '类别', value: (row) => row.kind },
          ...(isDouble
            ? [{ key: 'envelope', title: '信封', value: (row: Part) => BidFileType.label(row.envelope) }]
            : []),
          { key: 'required', title: '要求', value: (row) => (row.required ? '必须提交' : '选交') },
        ]}
      />
    </>
  )
}

function PriceForm({ order }: { order: Order }) {
  if (order.items.length === 0) return <p className="kb-muted">采购清单为空，请先在项目中导入清单</p>
  return (
    <DataTable
      label="报价单"
      rows={order.items}
      rowKey={(item) => item.itemId}
      columns={[
        { key: 'line', title: '序号', kind: 'ordinal', width: 64, value: (item) => item.line },
        { key: 'section', title: '分项', value: (item) => item.section },
        { key: 'name', title: '名称', value: (item) => item.name },
        { key: 'spec', title: '规格', value: (item) => item.spec },
        { key: 'quantity', title: '数量', kind: 'number', value: (item) => `${item.quantity} ${item.unit}` },
        { key: 'ceiling', title: '单价限价（元）', kind: 'amount', value: (item) => item.controlPrice },
        {
          key: 'price',
          title: '单价（元）',
          kind: 'number',
          render: () => <span className="kb-muted">投标人填写</span>,
        },
        {
          key: 'amount',
          title: '合价（元）',
          kind: 'number',
          render: () => <span className="kb-muted">自动计算</span>,
        },
      ]}
    />
  )
}

const UNITS: Record<number, string> = { 1: '元', 2: '万元', 3: '%' }
const MARK_TYPES: Record<number, string> = { 2: '投标总价', 3: '投标保证金' }

function Marks({ order }: { order: Order }) {
  const isDouble = order.reviewModel === ReviewModel.values.double
  const marks = [
    { name: '投标总价', unit: 1 as number | null, type: 2, envelope: 2 },
    ...order.settings.marks.map((mark) => ({
      name: mark.name,
      unit: mark.unit,
      type: mark.type ?? 4,
      envelope: mark.envelope ?? 2,
    })),
  ]
  return (
    <DataTable
      label="唱标项"
      rows={marks}
      rowKey={(mark) => mark.name}
      columns={[
        { key: 'name', title: '唱标项', value: (mark) => mark.name },
        { key: 'type', title: '类型', value: (mark) => MARK_TYPES[mark.type] ?? '其他' },
        { key: 'unit', title: '单位', value: (mark) => mark.unit && UNITS[mark.unit] },
        ...(isDouble
          ? [
              {
                key: 'envelope',
                title: '公布于',
                value: (mark: { envelope: number }) => (mark.envelope === 1 ? '商务开标' : '报价开标'),
              },
            ]
          : []),
      ]}
    />
  )
}

function Review({ order }: { order: Order }) {
  const { ways, price } = order.settings
  if (ways.length === 0) return <p className="kb-muted">尚未设置评审办法</p>
  const draw = [
    ...(price.draw?.percentage.length ? [`百分比 P 从 ${price.draw.percentage.join('%、')}% 中抽取`] : []),
    ...(price.draw?.floatRate.length ? [`下浮率 R 从 ${price.draw.floatRate.join('%、')}% 中抽取`] : []),
  ]
  return (
    <>
      {ways.map((way) => (
        <section key={way.name}>
          <h3 className="kb-row kb-base kb-above-12 kb-below-4">
            {way.name}
            <small className="kb-block kb-soft">{way.itemKind === 1 ? '通过制' : `满分 ${way.fullMark} 分`}</small>
          </h3>
          {way.isAutomatic ? (
            <p className="kb-muted">由系统按公式计算</p>
          ) : (
            <ol className="kb-numbers">
              {way.items.map((item) => (
                <li key={item.name}>
                  {item.name}
                  {way.itemKind === 2 && `（${item.fullMark} 分）`}
                  {item.standard && <small className="kb-block kb-soft">{item.standard}</small>}
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
      {draw.length > 0 && <p>开标时当众抽取：{draw.join('；')}。</p>}
    </>
  )
}

function Rules({ order }: { order: Order }) {
  return (
    <FieldList
      items={[
        { label: '投标截止', value: formatTime(order.schedule.bidEnd) },
        { label: '开标时间', value: formatTime(order.schedule.openAt) },
        { label: '开标地点', value: order.place || '网上开标大厅' },
        { label: '解密时限', value: `${order.decryptMinutes} 分钟` },
        { label: '最高限价', value: order.controlPrice ? <AmountText value={order.controlPrice} capitals /> : '不设' },
        { label: '投标保证金', value: Number(order.bond) === 0 ? '无需缴纳' : `${formatAmount(order.bond)} 元` },
        { label: '信封', value: ReviewModel.label(order.reviewModel) },
        { label: '加密算法', value: SUITES[order.suite], wide: true },
      ]}
    />
  )
}
