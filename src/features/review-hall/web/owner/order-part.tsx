import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { OfOrder } from '#features/procurement/contract/slots.ts'
import { bondInWords } from '#features/procurement/contract/bond.ts'
import { reached } from '#features/procurement/engine/states.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { NotedTag, StatusTag } from '#web/kit/status-tag.tsx'
import { StepsRail } from '#web/kit/steps-rail.tsx'
import { useCall } from '#web/use-call.ts'
import { committee, purchaserProject } from '../../contract/purchaser.ts'
import { MarkedList, markedFindings } from '#web/kit/marked-list.tsx'
import '../committee.css'

type Review = OutputOf<typeof purchaserProject>

/** How far the review of an order is: its processes, its ways, the committee and the bids. */
export function Part({ order, pages }: OfOrder) {
  const params = { projectId: order.orderId }
  const review = useCall(purchaserProject, { params }, { every: 30_000 })
  const members = useCall(committee, { params })
  return (
    <WhenLoaded query={review}>
      {(project) => (
        <>
          <section className="kb-section kb-above-20">
            <h2>评审进度</h2>
            <StepsRail
              steps={project.processes.map((process) => ({
                key: process.processId,
                label: process.label,
                state: process.processStatus === 2 ? 'done' : process.processStatus === 1 ? 'now' : 'next',
                at: process.endedAt ?? process.startedAt,
              }))}
            />
            <Ways ways={project.wayList} />
            {project.conclusion && (
              <p className="buyer-line kb-above-8">
                {project.conclusion.text}
                <span className="kb-muted">{formatTime(project.conclusion.at)}</span>
              </p>
            )}
          </section>
          <section className="kb-section">
            <h2>评标委员会</h2>
            {members.data && (
              <p className="buyer-line kb-above-8 kb-below-8">
                已确定 <b>{members.data.members.length}</b> 人，计划 {members.data.planned} 人
                {!reached(order, 'awarded') && <span className="kb-muted">（名单在中标结果确定前保密）</span>}
                <Link to={pages('review.committee')}>
                  {reached(order, 'reviewing') ? '查看评标委员会 ›' : '组建评标委员会 ›'}
                </Link>
              </p>
            )}
            {members.data && <MarkedList label="合规检查" rows={markedFindings(members.data.findings)} />}
          </section>
          {project.bidders.length > 0 && <Bids bidders={project.bidders} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Ways({ ways }: { ways: Review['wayList'] }) {
  if (ways.length === 0) return null
  return (
    <DataTable
      label="评审进度"
      rows={ways}
      rowKey={(way) => way.wayId}
      columns={[
        { key: 'name', title: '评审', value: (way) => way.name },
        {
          key: 'full',
          title: '满分',
          width: 80,
          align: 'right',
          value: (way) => (way.itemKind === 2 ? way.fullMark : '通过制'),
        },
        {
          key: 'submitted',
          title: '评委提交',
          width: 100,
          value: (way) => (way.isAutomatic ? '系统计算' : `${way.submitted} / ${way.reviewers}`),
        },
        {
          key: 'status',
          title: '状态',
          width: 110,
          render: (way) => (
            <StatusTag
              label={way.statusLabel}
              tone={way.status === 2 ? 'success' : way.status === 0 ? 'neutral' : 'active'}
            />
          ),
        },
        { key: 'at', title: '汇总时间', kind: 'time', width: 130, value: (way) => way.summarisedAt },
      ]}
    />
  )
}

function Bids({ bidders }: { bidders: Review['bidders'] }) {
  return (
    <section className="kb-section">
      <h2>投标（{bidders.length}）</h2>
      <DataTable
        label="投标"
        rows={bidders}
        rowKey={(bidder) => bidder.bidderId}
        columns={[
          { key: 'no', title: '序号', kind: 'ordinal', width: 56, value: (bidder) => bidder.no },
          { key: 'name', title: '投标人', value: (bidder) => bidder.supplierName },
          {
            key: 'quote',
            title: '投标总价（元）',
            width: 160,
            align: 'right',
            value: (bidder) => formatAmount(bidder.quote),
          },
          {
            key: 'bond',
            title: '投标保证金',
            width: 220,
            render: ({ bond }) => bond && <NotedTag {...bondInWords(bond)} />,
          },
          {
            key: 'state',
            title: '状态',
            width: 260,
            render: (bidder) =>
              bidder.rejection ? (
                <>
                  <StatusTag label="已否决" tone="danger" /> {bidder.rejection.reason}
                </>
              ) : bidder.overControlPrice ? (
                <StatusTag label="超过最高限价" tone="warning" />
              ) : (
                <StatusTag label="有效" tone="success" />
              ),
          },
        ]}
      />
    </section>
  )
}
