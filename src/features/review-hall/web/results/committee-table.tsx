import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Reviewer } from '../review-data.ts'

/** The committee: who, in which part, whether declared and voted. */
export function CommitteeTable<R extends Reviewer>(props: {
  reviewers: readonly R[]
  renderEnd?: (reviewer: R) => ReactNode
}) {
  return (
    <DataTable
      label="评标委员会"
      rows={props.reviewers}
      rowKey={(r) => r.reviewerId}
      rowClass={(r) => (r.outAt ? 'rv-failed' : undefined)}
      columns={[
        {
          key: 'name',
          title: '姓名',
          render: (r) => (
            <span className="kb-inline kb-tight kb-wrap">
              <b>{r.name}</b>
              {r.isLeader && <span className="kb-chip">组长</span>}
              {r.isOwn && <span className="kb-chip">本人</span>}
            </span>
          ),
        },
        { key: 'role', title: '类别', width: 120, value: (r) => r.roleLabel },
        { key: 'employer', title: '工作单位', value: (r) => r.employer },
        {
          key: 'avoid',
          title: '回避声明',
          width: 190,
          render: (r) =>
            r.outAt ? (
              <>
                <StatusTag label="已退出" tone="danger" />
                {r.outReason && <span className="kb-note kb-block">{r.outReason}</span>}
              </>
            ) : r.noConflict === null ? (
              <StatusTag label="未完成" tone="neutral" />
            ) : (
              <span className="kb-inline kb-tight kb-wrap">
                <StatusTag
                  label={r.noConflict ? '无利害关系' : '应当回避'}
                  tone={r.noConflict ? 'success' : 'danger'}
                />
                <time className="kb-note">{r.declaredAt ? formatTime(r.declaredAt).slice(5) : ''}</time>
              </span>
            ),
        },
        {
          key: 'vote',
          title: '投票',
          width: 90,
          render: (r) =>
            r.hasVoted ? <StatusTag label="已投票" tone="success" /> : <span className="kb-muted">未投票</span>,
        },
      ]}
      {...(props.renderEnd ? { renderEnd: props.renderEnd } : {})}
    />
  )
}
