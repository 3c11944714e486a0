import { useLocation, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown, MainCell } from '#web/kit/values.tsx'
import { useNow } from '#web/clock.ts'
import { objectionPage } from '../../../contract/objection.ts'
import { METHODS, methodFor } from '../../../methods/all.ts'
import { runName } from '../../../methods/say.ts'
import { STANDS, standOf, urgencyOf } from '../../../rules/objections.ts'
import { ObjectionRecord } from './objection-record.tsx'

type Row = OutputOf<typeof objectionPage>['rows'][number]

const METHOD_OPTIONS = [...new Map(METHODS.map(({ code, name }) => [code, name]))].map(([code, label]) => ({
  value: String(code),
  label,
}))

/** Objections to all orders of the own company, what is due first; below the list's address one of them. */
export function Screen() {
  const { pathname } = useLocation()
  const { objectionId } = useParams()
  const list = `/${pathname.split('/')[1]}/objection/list`
  return objectionId ? <ObjectionRecord objectionId={objectionId} list={list} /> : <Desk list={list} />
}

function Desk({ list }: { list: string }) {
  return (
    <ListScreen
      title="异议处理"
      endpoint={objectionPage}
      rowKey={(row) => row.objectionId}
      exportAs="异议"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'open', label: '待答复' },
          { value: 'today', label: '今日到期' },
          { value: 'overdue', label: '已逾期' },
          { value: 'answered', label: '已答复' },
          { value: 'complained', label: '已投诉' },
          { value: 'withdrawn', label: '已撤回' },
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '异议、采购单或异议人' },
        { kind: 'select', name: 'method', label: '采购方式', options: METHOD_OPTIONS },
      ]}
      columns={[
        {
          key: 'subject',
          title: '异议',
          value: (row) => row.subject,
          render: (row) => (
            <MainCell code={row.supplierName ?? ''} title={row.subject} to={`${list}/${row.objectionId}`} />
          ),
        },
        {
          key: 'order',
          title: '采购单',
          width: 260,
          value: (row) => `${row.orderCode} ${row.orderTitle}`,
          render: (row) => (
            <span className="kb-column">
              <span className="kb-break">{row.orderTitle}</span>
              <span className="kb-note">{row.orderCode}</span>
            </span>
          ),
        },
        { key: 'supplier', title: '异议人', hidden: true, value: (row) => row.supplierName },
        { key: 'method', title: '方式', width: 96, value: (row) => runName(methodFor(row)) },
        { key: 'stage', title: '阶段', width: 100, value: (row) => row.stage },
        {
          key: 'stand',
          title: '状态',
          width: 110,
          value: (row) => STANDS[standOf(row)].label,
          render: (row) => <StatusTag {...STANDS[standOf(row)]} />,
        },
        { key: 'created', title: '收到时间', kind: 'time', width: 120, value: (row) => row.createdAt },
        {
          key: 'due',
          title: '答复期限',
          width: 170,
          value: (row) => row.answerDue,
          render: (row) => <Due row={row} />,
        },
      ]}
      rowActions={(row) => [
        {
          label: row.answeredAt === null && row.withdrawnAt === null ? '办理' : '查看',
          to: `${list}/${row.objectionId}`,
        },
      ]}
      empty={{ title: '没有异议', hint: '供应商对采购结果或公示提出的异议会列在这里' }}
    />
  )
}

/** How long is left to answer; of a settled one when it was answered. */
function Due({ row }: { row: Row }) {
  const now = useNow()
  if (row.withdrawnAt !== null) return <span className="kb-muted">-</span>
  if (row.answeredAt !== null) return <span className="kb-muted">{formatTime(row.answeredAt)} 答复</span>
  const urgency = urgencyOf(row.answerDue, now)
  return (
    <span className="kb-column">
      {urgency === 'overdue' ? (
        <b className="kb-bad">已逾期</b>
      ) : (
        <span className={urgency === 'today' ? 'kb-bad' : ''}>
          {urgency === 'today' && '今日到期，'}
          <Countdown at={row.answerDue} over="已逾期" />
        </span>
      )}
      <span className="kb-note">{formatTime(row.answerDue)}</span>
    </span>
  )
}
